import { type Kysely, sql } from 'kysely';

/**
 * The picture of a person gets an id, which is its address. It lies with the name, so that answers with names need no other
 * table; a change is announced to the spaces of the person. A column without a default: no row is rewritten.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table "user" add column picture_id uuid',
  'update "user" set picture_id = gen_random_uuid() where id in (select user_id from person_picture)',
  'create unique index user_picture on "user" (picture_id) where picture_id is not null',
  `create function announce_picture() returns trigger language plpgsql as $$ begin
    perform announce_change('member', member.space_id, null, new.id, null) from member where user_id = new.id;
    return null;
  end $$`,
  `create trigger user_picture_announced after update of picture_id on "user" for each row
    when (old.picture_id is distinct from new.picture_id) execute function announce_picture()`,
];
