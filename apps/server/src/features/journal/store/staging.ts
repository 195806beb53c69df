import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { type Entry, JOURNALED } from '../model.ts';

// A temporary table with the rows of the journal, before they are inserted into the database. It is dropped with the
// transaction.

const BATCH = 1_000;

/**
 * Creates the table, and disables the timeouts that would end a long rebuild. Nothing else may use the database
 * meanwhile.
 */
export async function beginStaging(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
  await sql`create temporary table rebuilt (
    tab text not null, key jsonb not null, row jsonb, primary key (tab, key)
  ) on commit drop`.execute(tx);
}

export async function isEmpty(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql<{ readonly used: boolean }>`
    select exists (select from "user") or exists (select from space) or exists (select from blob) as used`.execute(
    db,
  );
  return rows[0]?.used === false;
}

/** Stages entries. A later row replaces an earlier one. */
export async function stage(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const latest = new Map(entries.map((entry) => [`${entry.table} ${JSON.stringify(entry.key)}`, entry]));
  const all = [...latest.values()];
  for (let first = 0; first < all.length; first += BATCH) {
    const rows = JSON.stringify(all.slice(first, first + BATCH));
    await sql`insert into rebuilt (tab, key, row)
      select distinct on (entry ->> 'table', entry -> 'key')
        entry ->> 'table', entry -> 'key', nullif(entry -> 'row', 'null'::jsonb)
      from jsonb_array_elements(${rows}::jsonb) with ordinality as given (entry, place)
      order by entry ->> 'table', entry -> 'key', place desc
      on conflict (tab, key) do update set row = excluded.row`.execute(tx);
  }
}

export async function forgetStaged(tx: Tx): Promise<void> {
  await sql`truncate rebuilt`.execute(tx);
}

/**
 * Drops rows that a lost segment left incomplete, after the last segment was read: files without a version, and objects
 * without one, which are found again in the bucket.
 */
export async function dropIncomplete(tx: Tx): Promise<void> {
  await sql`delete from rebuilt where row is null`.execute(tx);
  await sql`analyze rebuilt`.execute(tx);
  await sql`delete from rebuilt version where tab = 'version' and (
    not exists (select from rebuilt node where node.tab = 'node'
      and node.key = jsonb_build_object('space_id', version.row -> 'space_id', 'id', version.row -> 'node_id'))
    or not exists (select from rebuilt blob where blob.tab = 'blob'
      and blob.key = jsonb_build_object('id', version.row -> 'blob_id')))`.execute(tx);
  await sql`update rebuilt node set row = node.row || jsonb_build_object(
      'current_version_id', newest.row -> 'id', 'size_bytes', newest.row -> 'size_bytes',
      'media_type', newest.row -> 'media_type')
    from (select distinct on (row ->> 'node_id') row from rebuilt where tab = 'version'
      order by row ->> 'node_id', (row ->> 'number')::int desc) newest
    where node.tab = 'node' and node.row ->> 'kind' = 'file' and newest.row ->> 'node_id' = node.row ->> 'id'
      and not exists (select from rebuilt version where version.tab = 'version' and version.key =
        jsonb_build_object('space_id', node.row -> 'space_id', 'id', node.row -> 'current_version_id'))`.execute(
    tx,
  );
  await sql`delete from rebuilt node where tab = 'node' and row ->> 'kind' = 'file'
    and not exists (select from rebuilt version where version.tab = 'version' and version.key =
      jsonb_build_object('space_id', node.row -> 'space_id', 'id', node.row -> 'current_version_id'))`.execute(
    tx,
  );
  await sql`delete from rebuilt blob where tab = 'blob' and row ->> 'state' = 'referenced'
    and not exists (select from rebuilt version where version.tab = 'version'
      and version.row ->> 'blob_id' = blob.row ->> 'id')`.execute(tx);
}

/** Those of `keys` that the ledger knows. */
export async function knownKeys(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly key: string }>`
    select row ->> 'key' as key from rebuilt
    where tab = 'blob' and row ->> 'key' = any(${keys}::text[])`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

export async function indexStaged(tx: Tx): Promise<void> {
  await sql`create index on rebuilt ((row ->> 'key')) where tab = 'blob'`.execute(tx);
  await sql`create index on rebuilt ((row ->> 'parent_id')) where tab = 'node'`.execute(tx);
}

export interface StagedNode {
  readonly space_id: string;
  readonly id: string;
  readonly parent_id: string | null;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly name_key: string;
  readonly trashed_at: string | null;
}

const NODE = sql`row ->> 'space_id' as space_id, row ->> 'id' as id, row ->> 'parent_id' as parent_id,
  row ->> 'kind' as kind, row ->> 'name' as name, row ->> 'name_key' as name_key, row ->> 'trashed_at' as trashed_at`;

export async function findStagedNode(
  tx: Tx,
  node: { readonly spaceId: string; readonly id: string },
): Promise<StagedNode | undefined> {
  const { rows } = await sql<StagedNode>`select ${NODE} from rebuilt where tab = 'node'
    and key = jsonb_build_object('space_id', ${node.spaceId}::text, 'id', ${node.id}::text)`.execute(tx);
  return rows[0];
}

export async function isStagedNodeId(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ readonly is: boolean }>`select exists (select from rebuilt
    where tab = 'node' and row ->> 'id' = ${id}) as is`.execute(tx);
  return rows[0]?.is === true;
}

export async function listStagedChildKeys(tx: Tx, parentId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly key: string }>`select row ->> 'name_key' as key from rebuilt
    where tab = 'node' and row ->> 'parent_id' = ${parentId} and row ->> 'trashed_at' is null`.execute(tx);
  return rows.map(({ key }) => key);
}

export interface StagedSpace {
  readonly id: string;
  readonly owner_id: string;
  readonly root_id: string;
}

export async function findStagedSpace(tx: Tx, id: string): Promise<StagedSpace | undefined> {
  const { rows } = await sql<StagedSpace>`
    select row ->> 'id' as id, row ->> 'owner_id' as owner_id, row ->> 'root_id' as root_id
    from rebuilt where tab = 'space' and key = jsonb_build_object('id', ${id}::text)`.execute(tx);
  return rows[0];
}

/** Lists spaces that rows refer to but that have no row. */
export async function listLostSpaces(tx: Tx): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select distinct row ->> 'space_id' as id from rebuilt named where tab in ('node', 'blob')
      and not exists (select from rebuilt space where space.tab = 'space'
        and space.key = jsonb_build_object('id', named.row -> 'space_id'))`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function listSpacesWithoutRoot(tx: Tx): Promise<readonly StagedSpace[]> {
  const { rows } = await sql<StagedSpace>`
    select row ->> 'id' as id, row ->> 'owner_id' as owner_id, row ->> 'root_id' as root_id
    from rebuilt space where tab = 'space' and not exists (select from rebuilt node where node.tab = 'node'
      and node.key = jsonb_build_object('space_id', space.row -> 'id', 'id', space.row -> 'root_id'))`.execute(
    tx,
  );
  return rows;
}

/** Lists items whose folder is lost, and all but one of the items with the same name in a folder. */
export async function listDisplaced(tx: Tx): Promise<readonly StagedNode[]> {
  const { rows } = await sql<StagedNode>`
    select ${NODE} from rebuilt node where tab = 'node'
      and row ->> 'id' <> coalesce((select space.row ->> 'root_id' from rebuilt space
        where space.tab = 'space' and space.key = jsonb_build_object('id', node.row -> 'space_id')), '')
      and not exists (select from rebuilt folder where folder.tab = 'node' and folder.row ->> 'kind' = 'folder'
        and folder.key = jsonb_build_object('space_id', node.row -> 'space_id', 'id', node.row -> 'parent_id'))
    union
    select space_id, id, parent_id, kind, name, name_key, trashed_at from (
      select ${NODE}, row_number() over (
        partition by row ->> 'space_id', row ->> 'parent_id', row ->> 'name_key'
        order by row ->> 'updated_at' desc, row ->> 'id') as place
      from rebuilt where tab = 'node' and row ->> 'trashed_at' is null and row ->> 'parent_id' is not null
    ) named where place > 1`.execute(tx);
  return rows;
}

export async function changeStaged(
  tx: Tx,
  change: { readonly spaceId: string; readonly id: string; readonly row: object },
): Promise<void> {
  await sql`update rebuilt set row = row || ${JSON.stringify(change.row)}::jsonb where tab = 'node'
    and key = jsonb_build_object('space_id', ${change.spaceId}::text, 'id', ${change.id}::text)`.execute(tx);
}

interface Reference {
  readonly table: string;
  readonly columns: readonly string[];
  readonly target: string;
  readonly targets: readonly string[];
}

async function listReferences(tx: Tx): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select source.relname as "table", target.relname as target,
      array(select attname::text from unnest(conkey) with ordinality k (number, place)
        join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality k (number, place)
        join pg_attribute on attrelid = confrelid and attnum = number order by place) as targets
    from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and source.relnamespace = 'public'::regnamespace`.execute(tx);
  const known = new Set(JOURNALED.map(({ name }) => name));
  return rows.filter(({ table, target }) => known.has(table) && known.has(target));
}

/** Lists people that rows refer to but that have no row. */
export async function listLostPeople(tx: Tx): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const { table, columns, target } of await listReferences(tx)) {
    const [column] = columns;
    if (target !== 'user' || column === undefined) continue;
    const { rows } = await sql<{ readonly id: string }>`
      select distinct row ->> ${sql.lit(column)} as id from rebuilt named
      where tab = ${table} and row ->> ${sql.lit(column)} is not null
        and not exists (select from rebuilt person where person.tab = 'user'
          and person.key = jsonb_build_object('id', named.row -> ${sql.lit(column)}))`.execute(tx);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids];
}

/** Drops rows that refer to missing rows, and returns their number. */
export async function dropDangling(tx: Tx): Promise<number> {
  const references = (await listReferences(tx)).filter(({ target }) => target !== 'user');
  let dropped = 0;
  for (;;) {
    let round = 0;
    for (const { table, columns, target, targets } of references) {
      const pairs = columns.map(
        (column, index) =>
          sql`there.row ->> ${sql.lit(targets[index] ?? 'id')} = here.row ->> ${sql.lit(column)}`,
      );
      const isNamed = columns.map((column) => sql`here.row ->> ${sql.lit(column)} is not null`);
      const gone =
        await sql`delete from rebuilt here where tab = ${table} and ${sql.join(isNamed, sql` and `)}
        and not exists (select from rebuilt there where there.tab = ${target}
          and ${sql.join(pairs, sql` and `)})`.execute(tx);
      round += Number(gone.numAffectedRows ?? 0n);
    }
    if (round === 0) return dropped;
    dropped += round;
  }
}

/** Inserts the staged rows. Columns that are newer than a row get their defaults. */
export async function insertStaged(tx: Tx): Promise<void> {
  for (const { name } of JOURNALED) {
    const { rows } = await sql<{ readonly column: string; readonly standard: string | null }>`
      select column_name as "column", column_default as standard from information_schema.columns
      where table_schema = 'public' and table_name = ${name} order by ordinal_position`.execute(tx);
    const values = rows.map(({ column, standard }) =>
      standard === null
        ? sql`made.${sql.ref(column)}`
        : sql`case when row ? ${sql.lit(column)} then made.${sql.ref(column)} else ${sql.raw(standard)} end`,
    );
    const columns = sql.join(rows.map(({ column }) => sql.ref(column)));
    await sql`insert into ${sql.table(name)} (${columns}) select ${sql.join(values)}
      from rebuilt cross join lateral jsonb_populate_record(null::${sql.table(name)}, row) made
      where tab = ${name}`.execute(tx);
  }
}
