import { type Kysely, sql } from 'kysely';

/** Mail that waits to be sent, what people are told of, and what they were told already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table mail (
    id uuid primary key,
    kind text not null,
    user_id uuid references "user" (id) on delete cascade,
    address text,
    language text,
    actor_id uuid references "user" (id) on delete set null,
    topic text,
    subject jsonb not null,
    secret_sealed text,
    message_id uuid,
    state text not null default 'waiting' constraint mail_state check (state in ('waiting', 'sent', 'failed')),
    tries integer not null default 0,
    due_at timestamptz not null,
    answer text,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint mail_recipient check ((user_id is null) = (address is not null)),
    constraint mail_end check ((state = 'waiting') = (ended_at is null))
  )`,
  `create index mail_due on mail (due_at) where state = 'waiting'`,
  `create index mail_waiting on mail (user_id) where state = 'waiting'`,
  'create index mail_ended on mail (ended_at) where ended_at is not null',
  'create index mail_message on mail (message_id)',
  'create index mail_user on mail (user_id)',
  'create index mail_actor on mail (actor_id)',
  `create table notification_choice (
    user_id uuid primary key references "user" (id) on delete cascade,
    choices jsonb not null,
    language text
  )`,
  // A later row replaces the unread one, such as of files that somebody hands in.
  'alter table notification add column topic text',
  `create index notification_topic on notification (user_id, topic) where topic is not null and read_at is null`,
  `alter table hand_in add column arrived_files integer not null default 0, add column arrived_at timestamptz,
    add column told_files integer not null default 0`,
  'create index hand_in_untold on hand_in (arrived_at) where arrived_files > told_files',
  `create function count_arrived_file() returns trigger language plpgsql as $$ begin
    update hand_in set arrived_files = arrived_files + 1, arrived_at = now() where id = new.hand_in_id;
    return null;
  end $$`,
  `create trigger upload_arrived after update of state on upload for each row
    when (new.hand_in_id is not null and new.state = 'committed' and old.state <> 'committed')
    execute function count_arrived_file()`,
  'alter table space add column quota_told integer not null default 0',
];
