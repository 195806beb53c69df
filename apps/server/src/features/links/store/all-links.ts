import type { AdminLinksQuery, NamedSpace } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { linksWith } from './links.ts';
import { namedSpace } from './named-space.ts';
import type { LinkRow } from '../model.ts';

export interface AdminLinkRow extends LinkRow {
  readonly space: NamedSpace;
  readonly creator_username: string;
  readonly creator_email: string | null;
  readonly is_folder: boolean;
  /** Whether the item exists and was not trashed directly. */
  readonly is_there: boolean;
}

type Wanted = Pick<AdminLinksQuery, 'kind' | 'state' | 'text'>;

const SORTED_BY: Readonly<Record<AdminLinksQuery['sort'], RawBuilder<unknown>>> = {
  created: sql`link.id`,
  expires: sql`link.expires_at`,
  visited: sql`coalesce(link.last_visit_at, '-infinity')`,
  downloads: sql`link.downloads`,
};

export async function listAllLinks(
  db: Db,
  query: AdminLinksQuery,
  now: Date,
): Promise<readonly AdminLinkRow[]> {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  return await linksWith(db)
    .innerJoin('space', 'space.id', 'link.space_id')
    .innerJoin('user as owner', 'owner.id', 'space.owner_id')
    .leftJoin('node', (join) =>
      join.onRef('node.space_id', '=', 'link.space_id').onRef('node.id', '=', 'link.node_id'),
    )
    .select([
      namedSpace.as('space'),
      'user.username as creator_username',
      'user.email as creator_email',
      sql<boolean>`coalesce(node.kind = 'folder', link.kind = 'request')`.as('is_folder'),
      sql<boolean>`(node.id is not null and node.trashed_at is null)`.as('is_there'),
    ])
    .where(isWanted(query, now))
    .orderBy(sql`${SORTED_BY[query.sort]} ${direction}, link.id desc`)
    .limit(query.limit)
    .offset(query.at)
    .execute();
}

export async function countAllLinks(db: Db, wanted: Wanted, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('link')
    .innerJoin('user', 'user.id', 'link.created_by')
    .select(sql<number>`count(*)`.as('count'))
    .where(isWanted(wanted, now))
    .executeTakeFirstOrThrow();
  return count;
}

function isWanted({ text, kind, state }: Wanted, now: Date): RawBuilder<boolean> {
  const sought = text.toLowerCase();
  const isNamed = sql`(strpos(lower(link.label), ${sought}) > 0 or strpos(lower("user".name), ${sought}) > 0
    or strpos(lower("user".username), ${sought}) > 0 or strpos(lower(coalesce("user".email, '')), ${sought}) > 0)`;
  const isOver = sql`(link.expires_at <= ${now} or link.downloads >= link.downloads_max
    or link.bytes >= link.bytes_max or "user".status <> 'active')`;
  return sql<boolean>`(link.revoked_at is null
    ${sought === '' ? sql`` : sql`and ${isNamed}`}
    ${kind === undefined ? sql`` : sql`and link.kind = ${kind}`}
    ${state === undefined ? sql`` : state === 'ended' ? sql`and ${isOver} is true` : sql`and ${isOver} is not true`})`;
}
