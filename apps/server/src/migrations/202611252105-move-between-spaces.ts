import { type Kysely, sql } from 'kysely';

/**
 * A node may leave its space with everything below it, in one transaction. So that the order of the updates does not matter,
 * the keys that name a node with its space can be checked at its end. `copy_plan` is what a copy of many items has still to do.
 * Short locks only.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table node alter constraint node_parent deferrable initially immediate',
  'alter table version alter constraint version_node deferrable initially immediate',
  'alter table "grant" alter constraint grant_node deferrable initially immediate',
  'alter table star rename constraint star_space_id_node_id_fkey to star_node',
  'alter table star alter constraint star_node deferrable initially immediate',
  `create table copy_plan (
    job_id uuid not null references job (id) on delete cascade,
    position bigint not null,
    space_id uuid not null,
    from_id uuid not null,
    from_parent_id uuid,
    root_id uuid not null,
    depth integer not null,
    kind text not null check (kind in ('folder', 'file')),
    version_id uuid,
    blob_id uuid,
    size_bytes bigint not null,
    new_id uuid not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    primary key (job_id, position)
  )`,
  'create index copy_plan_of_node on copy_plan (job_id, from_id)',
];
