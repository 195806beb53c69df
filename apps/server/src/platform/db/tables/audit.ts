import type { AuditActor, AuditFact } from '@coffer/contracts';
import type { JSONColumnType } from 'kysely';

export interface AuditTables {
  audit: AuditTable;
}

/** The audit trail, which is append-only. It stores names as they were at the time of the action. */
interface AuditTable {
  sequence: number;
  at: Date;
  actor_kind: AuditActor['kind'];
  actor_id: string | null;
  actor_name: string;
  address: string | null;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  subject_name: string | null;
  outcome: 'done' | 'refused';
  facts: JSONColumnType<Readonly<Record<string, AuditFact>>>;
  previous: string;
  hash: string;
}
