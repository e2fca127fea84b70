import type { Page, PageRequest, Tx } from "./store.ts";

/** The picture that later ones of the same name are compared to. The picture itself is an artifact, named by its digest. */
export type BaselineRow = {
  orgId: string;
  name: string;
  width: number;
  height: number;
  /** SHA-256 of the file, hexadecimal. */
  digest: string;
  createdAt: string;
};

export type BaselineStore = {
  get(orgId: string, name: string, tx?: Tx): Promise<BaselineRow | null>;
  /** By name. */
  list(orgId: string, page: PageRequest, tx?: Tx): Promise<Page<BaselineRow>>;
  /** False when the name has one already. */
  insert(row: BaselineRow, tx?: Tx): Promise<boolean>;
  remove(orgId: string, name: string, tx?: Tx): Promise<boolean>;
};
