import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { JOURNALED } from '../model.ts';

// A lost segment leaves rows that contradict each other. These functions settle the contradictions before the rows are
// inserted.

/** Drops deleted rows, and of rows that exclude each other all but the newest. Returns the number of the latter. */
export async function dropContradictions(tx: Tx): Promise<number> {
  await sql`delete from rebuilt where row is null`.execute(tx);
  await sql`analyze rebuilt`.execute(tx);
  let dropped = 0;
  for (const { table, columns, condition } of await listUniqueIndexes(tx)) {
    const values = sql.join(columns.map((column) => sql.raw(column)));
    const isNamed = columns.map((column) => sql`(${sql.raw(column)}) is not null`);
    const gone = await sql`delete from rebuilt where tab = ${table} and staged in (
      select staged from (
        select staged, row_number() over (partition by ${values} order by staged desc) as place
        from (select rebuilt.staged, made.* from rebuilt
          cross join lateral jsonb_populate_record(null::${sql.table(table)}, rebuilt.row) made
          where rebuilt.tab = ${table}) each
        where ${sql.join(isNamed, sql` and `)} and (${sql.raw(condition)})
      ) ordered where place > 1)`.execute(tx);
    dropped += Number(gone.numAffectedRows ?? 0n);
  }
  return dropped;
}

interface UniqueIndex {
  readonly table: string;
  readonly columns: readonly string[];
  readonly condition: string;
}

/** Without the index of names in a folder: such items are renamed. */
async function listUniqueIndexes(tx: Tx): Promise<readonly UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex>`
    select relname as "table", coalesce(pg_get_expr(indpred, indrelid), 'true') as condition,
      array(select pg_get_indexdef(indexrelid, place, false) from generate_series(1, indnkeyatts) place) as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and not indisprimary and relnamespace = 'public'::regnamespace
      and indexrelid <> 'node_name'::regclass`.execute(tx);
  const known = new Set(JOURNALED.map(({ name }) => name));
  return rows.filter(({ table }) => known.has(table));
}

/** Copies name the first entry of their object. If it is lost, a copy takes its place. */
export async function replaceFirstEntries(tx: Tx): Promise<void> {
  const hasFirst = sql`exists (select from rebuilt first where first.tab = 'blob'
    and first.key = jsonb_build_object('id', copy.row -> 'copy_of'))`;
  // Without a living copy the object is unknown, and is recovered if it exists.
  await sql`delete from rebuilt copy where tab = 'blob' and row ->> 'copy_of' is not null
    and row ->> 'state' <> 'referenced' and not ${hasFirst}`.execute(tx);
  await sql`update rebuilt blob
    set row = blob.row || jsonb_build_object('copy_of', nullif(lost.heir, blob.row ->> 'id'))
    from (select row ->> 'copy_of' as first, min(row ->> 'id') as heir from rebuilt copy
      where tab = 'blob' and row ->> 'copy_of' is not null and not ${hasFirst} group by 1) lost
    where blob.tab = 'blob' and blob.row ->> 'copy_of' = lost.first`.execute(tx);
}

interface Placed {
  readonly space_id: string;
  readonly id: string;
  readonly parent_id: string;
  readonly staged: number;
}

/** Of each circle of folders, the one that was placed first: a later move is lost. */
export async function listCircles(
  tx: Tx,
): Promise<readonly { readonly spaceId: string; readonly id: string }[]> {
  const { rows } = await sql<Placed>`
    with recursive reached (id) as (
      select row ->> 'root_id' from rebuilt where tab = 'space'
      union
      select node.row ->> 'id' from reached join rebuilt node
        on node.tab = 'node' and node.row ->> 'parent_id' = reached.id and node.row ->> 'kind' = 'folder'
    )
    select row ->> 'space_id' as space_id, row ->> 'id' as id, row ->> 'parent_id' as parent_id, staged::float8 as staged
    from rebuilt where tab = 'node' and row ->> 'kind' = 'folder' and row ->> 'id' not in (select id from reached)`.execute(
    tx,
  );
  const folders = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  const firsts: { spaceId: string; id: string }[] = [];
  for (const start of rows) {
    const path: Placed[] = [];
    let folder: Placed | undefined = start;
    while (folder !== undefined && !seen.has(folder.id)) {
      seen.add(folder.id);
      path.push(folder);
      folder = folders.get(folder.parent_id);
    }
    const from = folder === undefined ? -1 : path.indexOf(folder);
    const circle = from === -1 ? [] : path.slice(from);
    const [first] = circle.toSorted((one, other) => one.staged - other.staged);
    if (first !== undefined) firsts.push({ spaceId: first.space_id, id: first.id });
  }
  return firsts;
}
