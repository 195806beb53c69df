import { type Kysely, sql } from 'kysely';

/** Logos of the branding, as they were drawn. A new, small table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table brand_logo (
    id text primary key,
    logo text not null,
    icon text not null,
    favicon text not null,
    created_at timestamptz not null
  )`,
  `create trigger brand_logo_journal after insert or update or delete on brand_logo
    for each row execute function journal_row(id)`,
];
