import { type Kysely, sql } from 'kysely';

/** Webhooks and what they are sent. New, small tables, and a trigger that asks one of them with each record of events. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const IS_TOLD = `paused_because is null and (webhook.space_id is null or webhook.space_id = added.space_id)`;

const STATEMENTS = [
  `create table webhook (
    id uuid primary key,
    space_id uuid references space (id),
    owner_id uuid not null references "user" (id),
    label text not null,
    url text not null,
    events text[] not null check (cardinality(events) > 0),
    secret_sealed text not null,
    old_secret_sealed text,
    old_secret_until timestamptz,
    paused_because text check (paused_because in ('person', 'failing', 'gone', 'owner')),
    failures integer not null default 0,
    failing_since timestamptz,
    resting_until timestamptz,
    last_success_at timestamptz,
    missed bigint not null default 0,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 0
  )`,
  'create index webhook_space on webhook (space_id)',
  `create table webhook_pending (
    id bigint generated always as identity primary key,
    space_id uuid not null,
    first bigint not null,
    last bigint not null
  )`,
  `create table webhook_delivery (
    id uuid primary key,
    webhook_id uuid not null references webhook (id) on delete cascade,
    event_id uuid,
    type text not null,
    body text not null,
    state text not null check (state in ('waiting', 'sent', 'failed')),
    tries integer not null default 0,
    due_at timestamptz not null,
    until timestamptz not null,
    tried_at timestamptz,
    duration_ms integer,
    status integer,
    fault text,
    answer text,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint webhook_delivery_once unique (webhook_id, event_id)
  )`,
  `create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state = 'waiting'`,
  'create index webhook_delivery_listed on webhook_delivery (webhook_id, id)',
  'create index webhook_delivery_ended on webhook_delivery (ended_at) where ended_at is not null',
  `create function note_for_webhooks() returns trigger language plpgsql as $$ begin
    insert into webhook_pending (space_id, first, last)
    select added.space_id, min(added.sequence), max(added.sequence) from added
    where exists (select from webhook where ${IS_TOLD})
    group by added.space_id;
    return null;
  end $$`,
  `create trigger event_noted_for_webhooks after insert on event referencing new table as added
    for each statement execute function note_for_webhooks()`,
];
