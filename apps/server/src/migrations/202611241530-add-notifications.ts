import { type Kysely, sql } from 'kysely';

/** What concerns one person. Open pages are told by the change feed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table notification (
    id uuid primary key,
    user_id uuid not null references "user" (id) on delete cascade,
    actor_id uuid references "user" (id) on delete set null,
    subject jsonb not null,
    created_at timestamptz not null,
    read_at timestamptz
  )`,
  'create index notification_newest on notification (user_id, id)',
  'create index notification_unread on notification (user_id) where read_at is null',
  'create index notification_actor on notification (actor_id)',
  'create index notification_created on notification (created_at)',
  `alter table change drop constraint change_kind_check, add constraint change_kind_check
    check (kind in ('folder', 'trash', 'space', 'member', 'access', 'session', 'notification'))`,
  `create function announce_notification() returns trigger language plpgsql as $$ begin
    perform announce_change('notification', null, null, new.user_id, null);
    return null;
  end $$`,
  `create trigger notification_announced after insert or update of read_at on notification
    for each row execute function announce_notification()`,
];
