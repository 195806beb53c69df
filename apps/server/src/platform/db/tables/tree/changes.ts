import type { Generated } from 'kysely';

export interface ChangesTables {
  change: ChangeTable;
}

/** Written by triggers only. */
interface ChangeTable {
  /** The transaction: readers compare it with snapshots. */
  tx: Generated<string>;
  kind: 'folder' | 'trash' | 'space' | 'member' | 'access' | 'session' | 'notification' | 'job';
  /** Null for what concerns one person. */
  space_id: string | null;
  folder_id: string | null;
  /** Whom it concerns. Null for everyone in the space. */
  person_id: string | null;
  /** Of the content of the folder. */
  revision: number | null;
  at: Generated<Date>;
}
