import { type Kysely, sql } from 'kysely';

/** Who asks for a higher role on what. A new table; writers of `notification` and `mail` wait while two indexes are built. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table access_request (
    id uuid primary key,
    space_id uuid not null,
    node_id uuid not null,
    user_id uuid not null references "user" (id) on delete cascade,
    role text not null check (role in ('editor', 'manager')),
    message text not null,
    state text not null check (state in ('open', 'given', 'declined', 'withdrawn', 'ended')),
    asked_at timestamptz not null,
    notified_at timestamptz not null,
    expires_at timestamptz not null,
    answered_by uuid references "user" (id) on delete set null,
    answered_at timestamptz,
    revision integer not null default 1,
    constraint access_request_once unique (node_id, user_id),
    constraint access_request_node foreign key (space_id, node_id) references node (space_id, id)
      on delete cascade deferrable initially immediate
  )`,
  `create index access_request_open on access_request (space_id, node_id, asked_at) where state = 'open'`,
  'create index access_request_user on access_request (user_id, notified_at)',
  'create index access_request_node_of on access_request (space_id, node_id)',
  'create index access_request_answered_by on access_request (answered_by)',
  'create index access_request_expiry on access_request (expires_at)',
  // The indexes for comments alone are found by no statement, because "like" is not implied by "=".
  'drop index notification_comment',
  'drop index mail_comment',
  'create index notification_about on notification (topic) where topic is not null',
  'create index mail_about on mail (topic) where topic is not null',
  // The bells of those who were asked outlive what was asked for.
  `create function end_access_request() returns trigger language plpgsql as $$ begin
    update notification
    set subject = subject || '{"state": "ended"}', read_at = coalesce(read_at, clock_timestamp())
    where topic = 'access:' || old.id;
    delete from mail where topic = 'access:' || old.id and state = 'waiting' and message_id is null;
    return null;
  end $$`,
  `create trigger access_request_deleted after delete on access_request
    for each row when (old.state = 'open') execute function end_access_request()`,
];
