import { takeProfile } from "#core/cause/profile.ts";
import type { CaseProfile } from "#model/case-profile.ts";
import type { Session } from "#ports/browser.ts";
import type { LastPass } from "#ports/profile-store.ts";
import type { Store } from "#ports/store.ts";

/** What the cases of a suite's run are compared with, and what the run leaves to be compared with. */
export type RunProfiles = {
  /** What is known of the last run in which the case passed; null when there is none. */
  last(caseId: string): Promise<LastPass | null>;
  /** Takes down a case that has passed, before its session is closed. */
  passed(caseId: string, session: Session): Promise<void>;
  /** Writes what was taken down, in one transaction, once the run is over. */
  save(): Promise<void>;
};

export type ProfileKeeper = Pick<Store, "profiles" | "transaction">;

export const profilesFor = (
  { profiles, transaction }: ProfileKeeper,
  { orgId, file, runId }: { orgId: string; file: string; runId: string },
  now: () => Date,
): RunProfiles => {
  const taken = new Map<string, CaseProfile>();
  return {
    last: (caseId) => profiles.get(orgId, file, caseId),
    async passed(caseId, session) {
      taken.set(caseId, await takeProfile(session));
    },
    async save() {
      const takenAt = now().toISOString();
      if (taken.size === 0) return;
      await transaction(async (tx) => {
        for (const [caseId, profile] of taken)
          await profiles.save({ orgId, suite: file, caseId, runId, takenAt, profile }, tx);
      });
    },
  };
};
