import { createTwoFilesPatch } from "diff";
import { carryUnseen } from "#core/generate/regenerate/carry-unseen.ts";
import { mergeSuites } from "#core/generate/regenerate/merge-suites.ts";
import type { CaseChange, Merged } from "#core/generate/regenerate/merge-suites.ts";
import { parseSuite } from "#core/suite/parse.ts";
import { AppError } from "#model/errors.ts";
import type { GeneratedSuite } from "#ports/generated-store.ts";
import type { Store, SuiteRow, Tx } from "#ports/store.ts";

/** What would become of a suite that was generated again. */
export type Regeneration = {
  suite: string;
  /** When it was generated again. */
  generated_at: string;
  changes: CaseChange[];
  /** Unified diff of the suite's document; empty when nothing changes. */
  diff: string;
};

type NewlyGenerated = { yaml: string; cutShort: string | null; dropped: { case_id: string }[] };

export type RegenerationFeature = ReturnType<typeof createRegeneration>;

/**
 * Suites that are generated again: what was generated last is kept beside each, and what is generated anew is a proposal,
 * merged with what people changed whenever it is looked at, that changes the suite only when somebody applies it.
 */
export const createRegeneration = ({ store, now }: { store: Store; now(): Date }) => {
  const requireSuite = async (orgId: string, file: string, tx?: Tx): Promise<SuiteRow> => {
    const row = await store.suites.get(orgId, file, tx);
    if (!row) throw new AppError("not_found", `There is no suite ${file}.`);
    return row;
  };

  const tell = ({ file, yaml }: SuiteRow, merged: Merged, at: string): Regeneration => ({
    suite: file,
    generated_at: at,
    changes: merged.changes,
    diff: merged.yaml === yaml ? "" : createTwoFilesPatch(`a/${file}`, `b/${file}`, yaml, merged.yaml),
  });

  const merge = (row: SuiteRow, known: GeneratedSuite | null, theirs: string): Merged =>
    mergeSuites({ base: known && known.yaml !== "" ? known.yaml : null, ours: row.yaml, theirs });

  /** What an exploration did not come to is not gone. */
  const completed = (
    { yaml, cutShort: why, dropped }: NewlyGenerated,
    known: GeneratedSuite | null,
  ): string =>
    why === null || known === null || known.yaml === ""
      ? yaml
      : carryUnseen(yaml, known.yaml, { why, dropped: dropped.map(({ case_id: id }) => id) });

  const find = async (
    orgId: string,
    file: string,
    tx?: Tx,
  ): Promise<{ row: SuiteRow; merged: Merged; proposed: { yaml: string; at: string } }> => {
    const row = await requireSuite(orgId, file, tx);
    const known = await store.generated.get(orgId, file, tx);
    const proposed = known?.proposed;
    if (!proposed) throw new AppError("not_found", `No new generation of ${file} waits to be applied.`);
    return { row, merged: merge(row, known, proposed.yaml), proposed };
  };

  return {
    /** What a suite was generated as; null for one that people wrote. Throws AppError("not_found"). */
    lastGenerated: async (orgId: string, file: string): Promise<string | null> => {
      await requireSuite(orgId, file);
      const known = await store.generated.get(orgId, file);
      return known === null || known.yaml === "" ? null : known.yaml;
    },

    /** Keeps beside a suite what it was generated as. */
    remember: (orgId: string, file: string, yaml: string, tx?: Tx): Promise<void> =>
      store.generated.save(orgId, file, { yaml, generatedAt: now().toISOString(), proposed: null }, tx),

    /**
     * Keeps a new generation as a proposal, in place of an earlier one; one that was cut short with what the last one had
     * besides. Throws AppError("not_found"), AppError("conflict").
     */
    propose: (
      orgId: string,
      file: string,
      generated: NewlyGenerated,
    ): Promise<{ yaml: string; regeneration: Regeneration }> =>
      store.transaction(async (tx) => {
        const row = await requireSuite(orgId, file, tx);
        const known = await store.generated.get(orgId, file, tx);
        const yaml = completed(generated, known);
        const merged = merge(row, known, yaml);
        const at = now().toISOString();
        await store.generated.save(
          orgId,
          file,
          { yaml: known?.yaml ?? "", generatedAt: known?.generatedAt ?? at, proposed: { yaml, at } },
          tx,
        );
        return { yaml: merged.yaml, regeneration: tell(row, merged, at) };
      }),

    /** What the proposal would change in the suite as it is now. Throws AppError("not_found"), AppError("conflict"). */
    get: async (orgId: string, file: string): Promise<Regeneration> => {
      const { row, merged, proposed } = await find(orgId, file);
      return tell(row, merged, proposed.at);
    },

    /** Changes the suite as `get` tells. Throws AppError("not_found"), AppError("conflict"). */
    apply: (orgId: string, file: string): Promise<Regeneration> =>
      store.transaction(async (tx) => {
        const { row, merged, proposed } = await find(orgId, file, tx);
        const { suite } = parseSuite(merged.yaml);
        if (!suite) throw new AppError("conflict", `${file} cannot be renewed.`);
        const at = now().toISOString();
        const change = {
          title: suite.title,
          yaml: merged.yaml,
          caseCount: suite.cases.length,
          updatedAt: at,
        };
        await store.suites.update(orgId, file, change, tx);
        await store.generated.save(
          orgId,
          file,
          { yaml: proposed.yaml, generatedAt: proposed.at, proposed: null },
          tx,
        );
        return tell(row, merged, proposed.at);
      }),
  };
};
