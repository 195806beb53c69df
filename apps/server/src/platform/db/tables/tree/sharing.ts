import type { Generated } from 'kysely';
import type { Changing } from '../changing.ts';

export interface SharingTables {
  grant: GrantTable;
  invited_grant: InvitedGrantTable;
}

/**
 * A role of one person or group on one node and everything below it. Permissions are read from the view `node_role`.
 */
interface GrantTable extends Changing {
  space_id: string;
  node_id: string;
  /** Null for a group. */
  user_id: string | null;
  /** Null for a person. */
  group_id: Generated<string | null>;
  role: 'viewer' | 'editor' | 'manager';
  granted_by: string;
  message: string;
  /** No access from this instant on. */
  expires_at: Date | null;
}

/** A grant that waits until an account with its address exists. */
interface InvitedGrantTable extends Changing {
  id: string;
  space_id: string;
  node_id: string;
  email: string;
  role: 'viewer' | 'editor' | 'manager';
  granted_by: string;
  message: string;
  /** No access from this instant on. */
  expires_at: Date | null;
  /** When the invitation was last sent. */
  sent_at: Date;
  /** When the invited grant expires. */
  waits_until: Date;
}
