import type { AskedRole } from '@coffer/contracts';
import type { Generated } from 'kysely';

export interface AccessRequestsTables {
  access_request: AccessRequestTable;
}

interface AccessRequestTable {
  id: string;
  space_id: string;
  node_id: string;
  user_id: string;
  role: AskedRole;
  message: string;
  state: 'open' | 'given' | 'declined' | 'withdrawn' | 'ended';
  asked_at: Date;
  /** When the people who decide were last notified. */
  notified_at: Date;
  expires_at: Date;
  answered_by: Generated<string | null>;
  answered_at: Generated<Date | null>;
  revision: Generated<number>;
}
