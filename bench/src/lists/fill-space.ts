import { Client } from 'pg';

const BATCH = 50_000;
/** From here on it is quicker to build the indexes afterwards. */
const INDEXES_AFTER = 500_000;
const PEOPLE = 10_000;
const GROUPS = 1_000;
const GRANTS = 100_000;
const GROUPS_OF_PERSON = 3;

export interface Filled {
  /** Files directly in the folder. */
  addFiles(folderId: string, count: number): Promise<void>;
  /** Folders of 100 files each. */
  addFolders(folderId: string, count: number): Promise<void>;
  /** People, groups and grants of others. */
  addCrowd(): Promise<void>;
  /** Gives the folder to three groups of the person. */
  shareThroughGroups(folderId: string, personId: string): Promise<void>;
  /** As the database does by itself soon after so many new rows. The writing of their pages is over then, too. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

/** Of no constraint. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid = 'node'::regclass
    and not exists (select from pg_constraint where conindid = indexrelid)`;

/** Writes rows as uploads and folders would, without their objects. */
export async function openFilling(connectionString: string): Promise<Filled> {
  const client = new Client({ connectionString });
  await client.connect();
  const run = async (text: string, values: readonly unknown[] = []): Promise<void> => {
    await client.query(text, [...values]);
  };
  return {
    addFiles: async (folderId, count) => {
      const indexes = count < INDEXES_AFTER ? [] : (await client.query<Index>(INDEXES)).rows;
      for (const { name } of indexes) await run(`drop index ${name}`);
      for (let from = 0; from < count; from += BATCH) {
        await run(FILES, [folderId, from + 1, Math.min(from + BATCH, count)]);
      }
      if (indexes.length > 0) await run("set maintenance_work_mem = '1GB'");
      for (const { definition } of indexes) await run(definition);
    },
    addFolders: async (folderId, count) => {
      await run(FOLDERS, [folderId, count]);
      await run(FILES_OF_FOLDERS, [folderId]);
      await run('update node set levels_below = 1 where id = $1', [folderId]);
    },
    addCrowd: async () => {
      for (const [text, values] of CROWD) await run(text, values);
    },
    shareThroughGroups: async (folderId, personId) => {
      await run(MEMBERSHIPS, [personId, GROUPS_OF_PERSON]);
      await run(GROUP_GRANTS, [folderId, personId]);
    },
    analyze: async () => {
      await run('vacuum analyze');
      await run('checkpoint');
    },
    close: async () => await client.end(),
  };
}

const COLUMNS = `space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id,
  size_bytes, media_type, modified_at, created_by, created_at, updated_at`;
const SEARCHED = `' ' || replace(replace(made.name, '_', ' '), '.', ' ') || ' '`;

const FILES = `insert into node (${COLUMNS})
  select parent.space_id, gen_random_uuid(), parent.id, 'file', made.name, made.name, made.name, ${SEARCHED},
    gen_random_uuid(), number % 100000, case number % 3 when 0 then 'image/jpeg' when 1 then 'text/plain' else 'application/pdf' end,
    now() - number * interval '1 second', parent.created_by, now(), now()
  from node parent, lateral (
    select number, 'img_' || number || case when number % 10000 = 1 then ' wedding' else ' work' end ||
      case number % 3 when 0 then '.jpg' when 1 then '.txt' else '.pdf' end as name
    from generate_series($2::int, $3::int) number) made
  where parent.id = $1`;

const FOLDERS = `insert into node (${COLUMNS})
  select parent.space_id, gen_random_uuid(), parent.id, 'folder', made.name, made.name, made.name, ${SEARCHED}, null, 0, '',
    now(), parent.created_by, now(), now()
  from node parent, lateral (select 'folder_' || number as name from generate_series(1, $2::int) number) made
  where parent.id = $1`;

const FILES_OF_FOLDERS = `insert into node (${COLUMNS})
  select parent.space_id, gen_random_uuid(), parent.id, 'file', file.name, file.name, file.name, file.name,
    gen_random_uuid(), 1, 'text/plain', now(), parent.created_by, now(), now()
  from node parent, lateral (select 'file ' || number as name from generate_series(1, 100) number) file
  where parent.parent_id = $1`;

const CROWD: readonly (readonly [string, readonly unknown[]])[] = [
  [
    `insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes,
        created_at, updated_at)
      select gen_random_uuid(), 'crowd', 's' || n, 'u' || n, 'e' || n, true, 'n' || n, 'active', 'member', 0, now(), now()
      from generate_series(1, $1::int) n`,
    [PEOPLE],
  ],
  [
    `insert into "group" (id, name, source, created_at, updated_at)
      select gen_random_uuid(), 'group ' || n, 'local', now(), now() from generate_series(1, $1::int) n`,
    [GROUPS],
  ],
  [
    `insert into group_member (group_id, user_id, created_at)
      select "group".id, "user".id, now() from "group" join "user" on "user".issuer = 'crowd'
      where ("user".subject || "group".name) like '%7%3'`,
    [],
  ],
  [
    `insert into "grant" (space_id, node_id, user_id, role, granted_by, created_at, updated_at)
      select node.space_id, node.id, "user".id, 'viewer', node.created_by, now(), now()
      from "user" cross join (select * from node where kind = 'folder' limit 10) node
      where "user".issuer = 'crowd' limit $1`,
    [GRANTS],
  ],
];

const MEMBERSHIPS = `insert into group_member (group_id, user_id, created_at)
  select id, $1, now() from "group" order by name limit $2 on conflict do nothing`;

const GROUP_GRANTS = `insert into "grant" (space_id, node_id, group_id, role, granted_by, created_at, updated_at)
  select node.space_id, node.id, group_member.group_id, 'editor', node.created_by, now(), now()
  from node, group_member where node.id = $1 and group_member.user_id = $2`;
