import type { JSONColumnType } from 'kysely';

export interface PlatformTables {
  idempotency: IdempotencyTable;
  setting: SettingTable;
  task_round: TaskRoundTable;
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

/** The last round of a background task, on any server. */
interface TaskRoundTable {
  name: string;
  began_at: Date;
  /** Null while it runs. */
  ended_at: Date | null;
  /** In a row. */
  failures: number;
  /** Its server was there. */
  seen_at: Date;
}
