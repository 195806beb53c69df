import type { Generated } from 'kysely';

export interface ChangesTables {
  change: ChangeTable;
}

/** Written only by triggers. */
interface ChangeTable {
  /** Id of the transaction. Readers compare it with snapshots. */
  tx: Generated<string>;
  kind: 'folder' | 'trash' | 'space' | 'member' | 'access' | 'session' | 'notification' | 'job';
  /** Null for a change that concerns one person. */
  space_id: string | null;
  folder_id: string | null;
  /** The person whom the change concerns. Null for everyone in the space. */
  person_id: string | null;
  /** Revision of the folder's content. */
  revision: number | null;
  at: Generated<Date>;
}
