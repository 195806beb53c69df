import type { ExportRecord } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface Asked {
  readonly spaceId: string;
  /** The person whose stars and own tags are exported. */
  readonly userId: string;
  readonly now: Date;
  readonly versions: 'yes' | 'no';
  readonly trash: 'yes' | 'no';
}

export interface Page extends Asked {
  /** The position as two ids. Empty texts at the beginning. */
  readonly after: readonly [string, string];
  readonly limit: number;
}

/** A record, and its position in the order of its part. */
export interface PlacedRecord {
  readonly at: readonly [string, string];
  readonly record: ExportRecord;
}

interface Row {
  readonly first: string;
  readonly second: string;
  readonly record: ExportRecord;
}

const NONE = '00000000-0000-0000-0000-000000000000';

const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const named = (person: RawBuilder<unknown>) => sql`json_build_object(
  'name', case when ${person}.status = 'removed' then '' else ${person}.name end,
  'email', case when ${person}.status = 'removed' then '' else ${person}.email end)`;

const PERSON = sql.ref('person');

/** A condition that leaves out items whose permanent deletion has begun, but not what is below them. */
const isExported = ({ trash }: Asked) =>
  sql`node.purge_began_at is null and ${trash === 'yes' ? sql`true` : sql`node.trashed_at is null`}`;

/** The tags of a node: those of the space and those of the person. */
const tagsFor = (userId: string) => sql`(
  select coalesce(json_agg(json_build_object(
    'name', tag.name, 'color', tag.color, 'isPersonal', tag.owner_id is not null) order by tag.name_key), '[]')
  from node_tag join tag on tag.id = node_tag.tag_id
  where node_tag.space_id = node.space_id and node_tag.node_id = node.id
    and (tag.owner_id is null or tag.owner_id = ${userId}))`;

function nodes(page: Page): RawBuilder<Row> {
  return sql<Row>`
    select node.id as first, ${NONE} as second, json_build_object(
      'type', 'node', 'id', node.id, 'parentId', node.parent_id, 'kind', node.kind, 'name', node.name,
      'versionId', node.current_version_id, 'mediaType', node.media_type, 'sizeBytes', node.size_bytes,
      'createdAt', ${instant(sql`node.created_at`)}, 'modifiedAt', ${instant(sql`node.modified_at`)},
      'createdBy', ${named(PERSON)}, 'trashedAt', ${instant(sql`node.trashed_at`)},
      'isStarred', star.node_id is not null, 'tags', ${tagsFor(page.userId)}, 'isDamaged', node.is_damaged) as record
    from node
    join "user" as person on person.id = node.created_by
    left join star on star.user_id = ${page.userId} and star.node_id = node.id
    where node.space_id = ${page.spaceId} and node.id > ${idOf(page.after[0])} and ${isExported(page)}
    order by node.id limit ${page.limit}`;
}

function versions(page: Page): RawBuilder<Row> {
  return sql<Row>`
    select version.id as first, ${NONE} as second, json_build_object(
      'type', 'version', 'id', version.id, 'nodeId', version.node_id, 'number', version.number,
      'sizeBytes', version.size_bytes, 'mediaType', version.media_type,
      'sha256', case when position('-' in version.sha256) > 0 then blob.content_sha256
        when blob.verified_at is not null then version.sha256 end,
      'createdAt', ${instant(sql`version.created_at`)},
      'author', case when version.guest_name is null then ${named(PERSON)}
        else json_build_object('name', version.guest_name, 'email', '') end,
      'label', version.label, 'isDamaged', blob.damaged_at is not null) as record
    from version
    join node on node.space_id = version.space_id and node.id = version.node_id
    join blob on blob.id = version.blob_id
    join "user" as person on person.id = version.author_id
    where version.space_id = ${page.spaceId} and version.id > ${idOf(page.after[0])} and ${isExported(page)}
      and ${page.versions === 'yes' ? sql`true` : sql`version.id = node.current_version_id`}
    order by version.id limit ${page.limit}`;
}

function comments(page: Page): RawBuilder<Row> {
  return sql<Row>`
    select comment.node_id as first, comment.id as second, json_build_object(
      'type', 'comment', 'nodeId', comment.node_id, 'author', ${named(PERSON)}, 'text', comment.text,
      'createdAt', ${instant(sql`comment.created_at`)}, 'editedAt', ${instant(sql`comment.edited_at`)}) as record
    from comment
    join node on node.space_id = comment.space_id and node.id = comment.node_id
    join "user" as person on person.id = comment.author_id
    where comment.space_id = ${page.spaceId} and (comment.node_id, comment.id) > ${placeOf(page)} and ${isExported(page)}
    order by comment.node_id, comment.id limit ${page.limit}`;
}

const holder = (
  role: RawBuilder<unknown>,
  nodeId: RawBuilder<unknown>,
  expiresAt: RawBuilder<unknown>,
) => sql`
  json_build_object('type', 'share', 'nodeId', ${nodeId},
    'holder', case when held.id is null then 'person' else 'group' end,
    'name', coalesce(held.name, person.name), 'email', coalesce(person.email, ''),
    'role', ${role}, 'expiresAt', ${expiresAt})`;

function members(page: Page): RawBuilder<Row> {
  return sql<Row>`
    select space.root_id as first, member.holder_id as second,
      ${holder(sql`member.role`, sql`space.root_id`, sql`null`)} as record
    from (
      select space_id, user_id as holder_id, role from member where space_id = ${page.spaceId}
      union all
      select space_id, group_id, role from space_group where space_id = ${page.spaceId}
    ) as member
    join space on space.id = member.space_id
    left join "user" as person on person.id = member.holder_id
    left join "group" as held on held.id = member.holder_id
    where member.holder_id > ${idOf(page.after[1])} and person.status is distinct from 'removed'
    order by member.holder_id limit ${page.limit}`;
}

function grants(page: Page): RawBuilder<Row> {
  const holderId = sql`coalesce(given.user_id, given.group_id)`;
  return sql<Row>`
    select given.node_id as first, ${holderId} as second,
      ${holder(sql`given.role`, sql`given.node_id`, instant(sql`given.expires_at`))} as record
    from "grant" as given
    join node on node.space_id = given.space_id and node.id = given.node_id
    left join "user" as person on person.id = given.user_id
    left join "group" as held on held.id = given.group_id
    where given.space_id = ${page.spaceId} and (given.node_id, ${holderId}) > ${placeOf(page)} and ${isExported(page)}
      and (given.expires_at is null or given.expires_at > ${page.now}) and person.status is distinct from 'removed'
    order by given.node_id, ${holderId} limit ${page.limit}`;
}

function links(page: Page): RawBuilder<Row> {
  return sql<Row>`
    select link.node_id as first, link.id as second, json_build_object(
      'type', 'link', 'nodeId', link.node_id, 'kind', link.kind, 'label', link.label,
      'hasPassword', link.password_hash is not null, 'expiresAt', ${instant(sql`link.expires_at`)}) as record
    from link
    join node on node.space_id = link.space_id and node.id = link.node_id
    where link.space_id = ${page.spaceId} and (link.node_id, link.id) > ${placeOf(page)} and ${isExported(page)}
      and link.revoked_at is null and link.expires_at > ${page.now}
    order by link.node_id, link.id limit ${page.limit}`;
}

const QUERIES = { nodes, versions, comments, members, grants, links } as const;

export type ExportPart = keyof typeof QUERIES;

/** The parts of an export, in this order. */
export const EXPORT_PARTS: readonly ExportPart[] = [
  'nodes',
  'versions',
  'comments',
  'members',
  'grants',
  'links',
];

export async function listRecords(db: Db, part: ExportPart, page: Page): Promise<readonly PlacedRecord[]> {
  const { rows } = await QUERIES[part](page).execute(db);
  return rows.map(({ first, second, record }) => ({ at: [first, second], record }));
}

function idOf(text: string): RawBuilder<unknown> {
  return sql`${text === '' ? NONE : text}::uuid`;
}

function placeOf({ after: [first, second] }: Page): RawBuilder<unknown> {
  return sql`(${idOf(first)}, ${idOf(second)})`;
}
