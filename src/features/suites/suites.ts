import { exportSpec } from "#core/suite/export/export-spec.ts";
import { withFoundActions } from "#core/suite/export/found-actions.ts";
import { AppError } from "#model/errors.ts";
import type { Diagnostic } from "#model/errors.ts";
import type { Suite } from "#model/suite.ts";
import type { Page, PageRequest, Store, SuiteRow, Tx } from "#ports/store.ts";
import { isFileName, newFileName } from "./file-name.ts";

type SuiteItem = { file: string; title: string; case_count: number; created_at: string; updated_at: string };
type SuiteDetail = {
  file: string;
  yaml: string;
  cases: { id: string; title: string; needs: string[]; steps: number }[];
};

type Dependencies = {
  store: Store;
  /** The suite is null when there are diagnostics. */
  parseSuite(yaml: string): { suite: Suite | null; diagnostics: Diagnostic[] };
};

export type SuitesFeature = ReturnType<typeof createSuites>;

/** The suites of one organisation. */
export const createSuites = ({ store, parseSuite }: Dependencies) => {
  const requireValid = (yaml: string): Suite => {
    const { suite, diagnostics } = parseSuite(yaml);
    if (!suite) throw new AppError("invalid_yaml", "The suite has mistakes.", { errors: diagnostics });
    return suite;
  };

  const notFound = (file: string): AppError => new AppError("not_found", `There is no suite ${file}.`);

  const requireSuite = async (orgId: string, file: string): Promise<SuiteRow> => {
    const row = isFileName(file) ? await store.suites.get(orgId, file) : null;
    if (!row) throw notFound(file);
    return row;
  };

  return {
    list: async (orgId: string, filter: PageRequest & { q?: string }): Promise<Page<SuiteItem>> => {
      const { items, total } = await store.suites.list(orgId, filter);
      return {
        items: items.map((row) => ({
          file: row.file,
          title: row.title,
          case_count: row.caseCount,
          created_at: row.createdAt,
          updated_at: row.updatedAt,
        })),
        total,
      };
    },

    /** Saves a document under a new file name, made from `name` or else its title, and gives that. Throws AppError("invalid_yaml"). */
    create: async (orgId: string, yaml: string, name?: string, tx?: Tx): Promise<string> => {
      const suite = requireValid(yaml);
      const now = new Date().toISOString();
      for (;;) {
        const file = newFileName(name ?? suite.title);
        const row: SuiteRow = {
          orgId,
          file,
          title: suite.title,
          yaml,
          caseCount: suite.cases.length,
          createdAt: now,
          updatedAt: now,
        };
        if (await store.suites.insert(row, tx)) return file;
      }
    },

    get: async (orgId: string, file: string): Promise<SuiteDetail> => {
      const { yaml } = await requireSuite(orgId, file);
      const { suite } = parseSuite(yaml);
      const cases = suite?.cases ?? [];
      return {
        file,
        yaml,
        cases: cases.map(({ id, title, needs, steps }) => ({ id, title, needs, steps: steps.length })),
      };
    },

    /** Replaces a document. Throws AppError("not_found"), AppError("invalid_yaml"). */
    update: async (orgId: string, file: string, yaml: string): Promise<void> => {
      await requireSuite(orgId, file);
      const suite = requireValid(yaml);
      const updatedAt = new Date().toISOString();
      const change = { title: suite.title, yaml, caseCount: suite.cases.length, updatedAt };
      if (!(await store.suites.update(orgId, file, change))) throw notFound(file);
    },

    /** The suite as a Playwright spec. Throws AppError("not_found"), and AppError("invalid_yaml") for one of an older grammar. */
    exportSpec: async (orgId: string, file: string): Promise<string> => {
      const { yaml } = await requireSuite(orgId, file);
      const found = await store.foundActions.all(orgId, file);
      return exportSpec(withFoundActions(requireValid(yaml), found), file);
    },

    remove: async (orgId: string, file: string): Promise<void> => {
      await requireSuite(orgId, file);
      if (!(await store.suites.remove(orgId, file))) throw notFound(file);
    },
  };
};
