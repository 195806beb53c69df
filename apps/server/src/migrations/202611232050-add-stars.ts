import { type Kysely, sql } from 'kysely';

/** Stars, and an index for the files that changed last. Blocks writers of `node` while it is built. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table star (
    user_id uuid not null references "user" (id) on delete cascade,
    space_id uuid not null,
    node_id uuid not null,
    created_at timestamptz not null,
    primary key (user_id, node_id),
    foreign key (space_id, node_id) references node (space_id, id) on delete cascade
  )`,
  'create index star_newest on star (user_id, created_at, node_id)',
  'create index star_node on star (space_id, node_id)',
  `create index node_recent on node (space_id, updated_at, id)
    where kind = 'file' and trashed_at is null and purge_began_at is null`,
];
