import type { Changing } from './changing.ts';

export interface SharingTables {
  grant: GrantTable;
}

/** A role of one person on one node and everything below it. */
interface GrantTable extends Changing {
  space_id: string;
  node_id: string;
  user_id: string;
  role: 'viewer' | 'editor' | 'manager';
  granted_by: string;
  message: string;
  /** No access from this instant on. */
  expires_at: Date | null;
}
