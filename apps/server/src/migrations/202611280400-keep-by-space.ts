import { type Kysely, sql } from 'kysely';

/**
 * Retention of each space; null follows the settings. `_before` is the longest retention of the hour before the last
 * change, and none is shortened before that hour is over. New columns without a rewrite; the index waits for writers of spaces.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const SHOWN = ['trash_days', 'versions_kept', 'version_days'];
const columnsOf = (row: string): string => SHOWN.map((column) => `${row}.${column}`).join(', ');

const STATEMENTS = [
  `alter table space
    add column trash_days integer check (trash_days between 1 and 3650),
    add column versions_kept integer check (versions_kept between 1 and 10000),
    add column version_days integer check (version_days between 0 and 3650),
    add column trash_days_before integer,
    add column versions_kept_before integer,
    add column version_days_before integer,
    add column retention_changed_at timestamptz`,
  'create index space_retention on space (id) where retention_changed_at is not null',
  `create function announce_retention() returns trigger language plpgsql as $$ begin
    perform announce_change('space', new.id, null, null, null);
    perform announce_change('trash', new.id, null, null, null);
    return null;
  end $$`,
  `create trigger space_retention_announced after update of trash_days, versions_kept, version_days on space
    for each row when ((${columnsOf('old')}) is distinct from (${columnsOf('new')}))
    execute function announce_retention()`,
];
