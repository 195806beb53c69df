import { type Kysely, sql } from 'kysely';

/**
 * Rows that changed and are not in the journal of the bucket yet. Triggers write them in the transaction of the change, so no
 * writer can forget them and a late commit is not missed. Creating the triggers waits for running writers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Columns that a rebuild computes or can do without change too often. */
const SMALL: readonly { readonly table: string; readonly key: string; readonly but?: string }[] = [
  { table: '"user"', key: 'id', but: 'last_seen_at,updated_at,account_due_at,account_tries' },
  { table: 'identity', key: 'issuer,subject' },
  { table: '"group"', key: 'id' },
  { table: 'group_member', key: 'group_id,user_id' },
  { table: 'person_picture', key: 'user_id' },
  { table: 'passkey_name', key: 'user_id,passkey_id' },
  { table: 'notification_choice', key: 'user_id' },
  {
    table: 'space',
    key: 'id',
    but: 'used_bytes,reserved_bytes,held_bytes,purged_bytes,event_sequence,updated_at,quota_told',
  },
  { table: 'member', key: 'space_id,user_id' },
  { table: 'space_group', key: 'space_id,group_id' },
  { table: 'archived_member', key: 'space_id,user_id' },
  { table: '"grant"', key: 'space_id,node_id,user_id,group_id' },
  { table: 'star', key: 'user_id,space_id,node_id' },
  { table: 'comment', key: 'id' },
  { table: 'tag', key: 'id' },
  { table: 'node_tag', key: 'node_id,tag_id' },
  { table: 'link', key: 'id', but: 'visits,last_visit_at,updated_at' },
  { table: 'file_request', key: 'link_id' },
  { table: 'hand_in', key: 'id', but: 'told_files' },
  { table: 'hand_in_folder', key: 'node_id' },
  { table: 'admin_setting', key: 'key' },
];

const bare = (table: string): string => table.replaceAll('"', '');

const without = (row: string, but: string | undefined): string =>
  but === undefined ? `to_jsonb(${row})` : `to_jsonb(${row}) - '{${but}}'::text[]`;

const keyOf = (key: string): string =>
  `jsonb_build_object(${key
    .split(',')
    .map((column) => `'${column}', "${column}"`)
    .join(', ')})`;

/** New and deleted rows by statement, because one may write thousands. Changes by row, because most change little that counts. */
const ofSmall = SMALL.flatMap(({ table, key, but }) => {
  const name = bare(table);
  return [
    ...(
      [
        ['insert', 'new'],
        ['delete', 'old'],
      ] as const
    ).flatMap(([event, rows]) => [
      `create function journal_${name}_${event}() returns trigger language plpgsql as $$ begin
        insert into journal_pending (kind, key) select '${name}', ${keyOf(key)} from touched;
        return null;
      end $$`,
      `create trigger ${name}_journal_${event} after ${event} on ${table} referencing ${rows} table as touched
        for each statement execute function journal_${name}_${event}()`,
    ]),
    `create trigger ${name}_journal_update after update on ${table} for each row
      when (${without('old', but)} is distinct from ${without('new', but)})
      execute function journal_row(${key})`,
  ];
});

const NODE_KEY = `jsonb_build_object('space_id', space_id, 'id', id)`;

/** Changes of these by statement too: one act may change thousands. */
const ofStatements = ['node', 'version'].flatMap((table) =>
  (
    [
      ['insert', 'new table as added', 'select space_id, id from added'],
      [
        'update',
        'old table as removed new table as added',
        'select space_id, id from added union select space_id, id from removed',
      ],
      ['delete', 'old table as removed', 'select space_id, id from removed'],
    ] as const
  ).flatMap(([event, tables, rows]) => [
    `create function journal_${table}_${event}() returns trigger language plpgsql as $$ begin
      insert into journal_pending (kind, key) select '${table}', ${NODE_KEY} from (${rows}) as changed;
      return null;
    end $$`,
    `create trigger ${table}_journal_${event} after ${event} on ${table} referencing ${tables}
      for each statement execute function journal_${table}_${event}()`,
  ]),
);

/** Uploads under way are none of the journal. */
const SETTLED = `new.state not in ('intended', 'stored', 'verified')`;
const BLOB_BUT = 'verified_at,checked_at,updated_at,urls_until,last_look_at,crc64nvme';

const STATEMENTS = [
  `create table journal_pending (
    id bigint generated always as identity primary key,
    kind text not null,
    key jsonb not null,
    at timestamptz not null default clock_timestamp()
  )`,
  `create table journal (
    id uuid primary key,
    sequence bigint not null,
    hash text not null,
    rows_since bigint not null default 0,
    segments_since bigint not null default 0,
    snapshot_at timestamptz,
    snapshot_rows bigint not null default 0,
    snapshot_sequence bigint not null default 0,
    updated_at timestamptz not null
  )`,
  'create unique index journal_once on journal ((true))',
  `create function journal_row() returns trigger language plpgsql as $$
    declare before_key jsonb; after_key jsonb;
    begin
      if tg_op <> 'INSERT' then
        select jsonb_object_agg(name, to_jsonb(old) -> name) into before_key from unnest(tg_argv) as name;
      end if;
      if tg_op <> 'DELETE' then
        select jsonb_object_agg(name, to_jsonb(new) -> name) into after_key from unnest(tg_argv) as name;
      end if;
      insert into journal_pending (kind, key)
      select tg_table_name, key from (values (before_key), (after_key)) as changed (key)
      where key is not null group by key;
      return null;
    end $$`,
  ...ofSmall,
  ...ofStatements,
  `create trigger blob_journal after insert on blob for each row when (${SETTLED})
    execute function journal_row(id)`,
  `create trigger blob_journal_update after update on blob for each row
    when (${SETTLED} and (${without('old', BLOB_BUT)}) is distinct from (${without('new', BLOB_BUT)}))
    execute function journal_row(id)`,
  `create function journal_event() returns trigger language plpgsql as $$ begin
    insert into journal_pending (kind, key)
    select 'event', jsonb_build_object('space_id', space_id, 'from', min(sequence), 'to', max(sequence))
    from added group by space_id;
    return null;
  end $$`,
  `create trigger event_journal after insert on event referencing new table as added
    for each statement execute function journal_event()`,
  `create function journal_audit() returns trigger language plpgsql as $$ begin
    insert into journal_pending (kind, key)
    select 'audit', jsonb_build_object('from', min(sequence), 'to', max(sequence)) from added having count(*) > 0;
    return null;
  end $$`,
  `create trigger audit_journal after insert on audit referencing new table as added
    for each statement execute function journal_audit()`,
];
