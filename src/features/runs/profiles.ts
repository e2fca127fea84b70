import { takeProfile } from "#core/cause/profile.ts";
import type { CaseProfile } from "#model/case-profile.ts";
import type { Session } from "#ports/browser.ts";
import type { LastPass, ProfileStore } from "#ports/profile-store.ts";

/** What the cases of a suite's run are compared with, and what the run leaves to be compared with. */
export type RunProfiles = {
  /** What is known of the last run in which the case passed; null when there is none. */
  last(caseId: string): Promise<LastPass | null>;
  /** Takes down a case that has passed, before its session is closed. */
  passed(caseId: string, session: Session): Promise<void>;
  /** Writes what was taken down, once the run is over. */
  save(): Promise<void>;
};

export const profilesFor = (
  store: ProfileStore,
  { orgId, file, runId }: { orgId: string; file: string; runId: string },
  now: () => Date,
): RunProfiles => {
  const taken = new Map<string, CaseProfile>();
  return {
    last: (caseId) => store.get(orgId, file, caseId),
    async passed(caseId, session) {
      taken.set(caseId, await takeProfile(session));
    },
    async save() {
      const takenAt = now().toISOString();
      for (const [caseId, profile] of taken)
        await store.save({ orgId, suite: file, caseId, runId, takenAt, profile });
    },
  };
};
