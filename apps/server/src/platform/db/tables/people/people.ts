import type { Generated } from 'kysely';
import type { Changing } from '../changing.ts';

export interface PeopleTables {
  user: UserTable;
  one_time_link: OneTimeLinkTable;
  recovery_code: RecoveryCodeTable;
}

interface UserTable extends Changing {
  id: string;
  issuer: string;
  subject: string;
  username: string;
  email: string;
  email_verified: boolean;
  /** A new address that is not verified yet. */
  pending_email: string | null;
  name: string;
  status: 'invited' | 'active' | 'disabled' | 'removed';
  role: 'member' | 'auditor' | 'administrator';
  quota_bytes: number;
  last_seen_at: Date | null;
  /** Id in `person_picture`: random, and a new one after each change. */
  picture_id: Generated<string | null>;
  /** When the files of a removed person are deleted. Null: they are kept. */
  files_until: Generated<Date | null>;
  /**
   * When to retry deleting the account of a removed person in the user pool. Null if deleted, or if another issuer has
   * it.
   */
  account_due_at: Generated<Date | null>;
  account_tries: Generated<number>;
}

interface OneTimeLinkTable {
  /** Hex of SHA-256. */
  code_hash: string;
  kind: 'invitation' | 'password_reset';
  /** Null for an invitation. */
  user_id: string | null;
  email: string;
  name: string;
  /** Null for a reset. */
  role: 'member' | 'auditor' | 'administrator' | null;
  /** Null if it was created on the command line. */
  invited_by: string | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: 'used' | 'replaced' | null;
  /** Lease of the server that calls the user pool. */
  claimed_until: Date | null;
  /** Whether the pool was asked to create the account. Its response may have been lost. */
  began_at_pool: Generated<boolean>;
  /** Quota of an invited person. Null for the default. */
  quota_bytes: Generated<number | null>;
  /** Groups that an invited person joins. */
  group_ids: Generated<string[]>;
  /** Whether sharing an item created the invitation. */
  by_sharing: Generated<boolean>;
}

interface RecoveryCodeTable {
  user_id: string;
  /** Hex of SHA-256. */
  code_hash: string;
  created_at: Date;
}
