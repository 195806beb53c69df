import { type Kysely, sql } from 'kysely';

const CHANGES = [
  { event: 'insert', tables: 'referencing new table as added', rows: 'select 1 as sign, * from added' },
  {
    event: 'update',
    tables: 'referencing old table as removed new table as added',
    rows: 'select 1 as sign, * from added union all select -1, * from removed',
  },
  { event: 'delete', tables: 'referencing old table as removed', rows: 'select -1 as sign, * from removed' },
] as const;

/**
 * Number and size of the items directly in each folder, and a revision that each change of them raises. Triggers keep them in
 * the transaction of the change, so no writer can forget them: one update for each folder and statement. Creating a trigger
 * stops writers until the end of the migration, so the first counts are exact.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table folder_content (
    space_id uuid not null,
    folder_id uuid not null,
    folders bigint not null,
    files bigint not null,
    file_bytes bigint not null,
    revision bigint not null default 1,
    primary key (space_id, folder_id)
  ) with (fillfactor = 50)`.execute(db);
  for (const { event, tables, rows } of CHANGES) {
    await sql
      .raw(`create function count_content_on_${event}() returns trigger language plpgsql as $$
        begin
          insert into folder_content as counted (space_id, folder_id, folders, files, file_bytes)
          ${contentOf(rows)}
          order by space_id, parent_id
          on conflict (space_id, folder_id) do update set folders = counted.folders + excluded.folders,
            files = counted.files + excluded.files, file_bytes = counted.file_bytes + excluded.file_bytes,
            revision = counted.revision + 1;
          ${event === 'delete' ? FORGET : ''}
          return null;
        end $$`)
      .execute(db);
    await sql
      .raw(`create trigger node_content_${event} after ${event} on node ${tables}
        for each statement execute function count_content_on_${event}()`)
      .execute(db);
  }
  await sql
    .raw(`insert into folder_content (space_id, folder_id, folders, files, file_bytes)
      ${contentOf('select 1 as sign, * from node')}`)
    .execute(db);
}

const FORGET = `delete from folder_content using removed where removed.kind = 'folder'
  and folder_content.space_id = removed.space_id and folder_content.folder_id = removed.id;`;

function contentOf(rows: string): string {
  return `select space_id, parent_id,
      coalesce(sum(sign) filter (where kind = 'folder'), 0) as folders,
      coalesce(sum(sign) filter (where kind = 'file'), 0) as files,
      coalesce(sum(sign * size_bytes) filter (where kind = 'file'), 0) as file_bytes
    from (${rows}) as changed
    where parent_id is not null and trashed_at is null
    group by space_id, parent_id`;
}
