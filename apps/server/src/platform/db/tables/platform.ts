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
  /** Null only within the transaction that uses the key first. */
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
  /** Null while the round runs. */
  ended_at: Date | null;
  /** Consecutive failed rounds. */
  failures: number;
  /** When the server that runs it was last alive. */
  seen_at: Date;
}
