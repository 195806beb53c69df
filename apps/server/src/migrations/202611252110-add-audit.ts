import { type Kysely, sql } from 'kysely';

/** A new table, so no lock that anybody waits for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

// No foreign keys: a row outlives everything that it names.
const STATEMENTS = [
  `create table audit (
    sequence bigint primary key check (sequence > 0),
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('person', 'guest', 'command', 'server', 'unknown')),
    actor_id uuid,
    actor_name text not null,
    address text,
    action text not null,
    subject_kind text,
    subject_id uuid,
    subject_name text,
    outcome text not null check (outcome in ('done', 'refused')),
    facts jsonb not null,
    previous text not null check (previous ~ '^[0-9a-f]{64}$'),
    hash text not null check (hash ~ '^[0-9a-f]{64}$'),
    check ((subject_kind is null) = (subject_name is null))
  )`,
  'create index audit_at on audit (at)',
  'create index audit_actor on audit (actor_id, sequence) where actor_id is not null',
  'create index audit_subject on audit (subject_id, sequence) where subject_id is not null',
  'create index audit_action on audit (action, sequence)',
  `create function refuse_audit_change() returns trigger language plpgsql as $$ begin
    raise exception 'rows of the audit trail are never changed' using errcode = 'insufficient_privilege';
  end $$`,
  `create trigger audit_append_only before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`,
  // The owner loses them too. Only a superuser passes, and meets the trigger.
  'revoke update, delete, truncate on audit from public, current_user',
];
