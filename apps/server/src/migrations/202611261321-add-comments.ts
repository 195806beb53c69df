import { type Kysely, sql } from 'kysely';

/** Comments on files and folders. A new table, and two small indexes that find what told of a comment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table comment (
    id uuid primary key,
    space_id uuid not null,
    node_id uuid not null,
    author_id uuid not null references "user" (id),
    text text not null,
    edited_at timestamptz,
    created_at timestamptz not null,
    revision integer not null default 1,
    constraint comment_node foreign key (space_id, node_id) references node (space_id, id)
      on delete cascade deferrable initially immediate
  )`,
  'create index comment_newest on comment (space_id, node_id, id)',
  'create index comment_author on comment (author_id)',
  `create index notification_comment on notification (topic) where topic like 'comment:%'`,
  `create index mail_comment on mail (topic) where topic like 'comment:%'`,
  `alter table change drop constraint change_kind_check, add constraint change_kind_check
    check (kind in ('folder', 'trash', 'space', 'member', 'access', 'session', 'notification', 'job', 'comment'))`,
  `create function announce_comment() returns trigger language plpgsql as $$ begin
    perform announce_change('comment', coalesce(new.space_id, old.space_id), null, null, null);
    return null;
  end $$`,
  `create trigger comment_announced after insert or update or delete on comment
    for each row execute function announce_comment()`,
];
