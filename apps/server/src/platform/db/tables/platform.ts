import type { JSONColumnType } from 'kysely';

export interface PlatformTables {
  idempotency: IdempotencyTable;
  setting: SettingTable;
}

interface IdempotencyTable {
  user_id: string;
  key: string;
  operation: string;
  request_hash: string;
  /** Null only within the first transaction. */
  status: number | null;
  body: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
}

interface SettingTable {
  key: string;
  value: JSONColumnType<Record<string, unknown>>;
  changed_at: Date;
}
