import type { SpaceColor } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/db/db.ts';

export interface TagRow {
  readonly id: string;
  /** Null for a tag that belongs to one person. */
  readonly space_id: string | null;
  readonly owner_id: string | null;
  readonly name: string;
  readonly name_key: string;
  readonly color: SpaceColor;
  readonly revision: number;
}

const COLUMNS = ['id', 'space_id', 'owner_id', 'name', 'name_key', 'color', 'revision'] as const;

/** The owner of a tag: a space or a person, and the other field is null. */
export type TagPlace = Pick<TagRow, 'space_id' | 'owner_id'>;

/** Lists tags of the spaces and of the person, by name. */
export async function listTagRows(
  db: Db | Tx,
  asked: { readonly spaceIds: readonly string[]; readonly ownerId: string; readonly limit: number },
): Promise<readonly TagRow[]> {
  return await db
    .selectFrom('tag')
    .select(COLUMNS)
    .where(sql<boolean>`(space_id = any(${asked.spaceIds}::uuid[]) or owner_id = ${asked.ownerId})`)
    .orderBy('name_key')
    .orderBy('id')
    .limit(asked.limit)
    .execute();
}

/** Counts items per tag, up to `max`. Items that are trashed themselves do not count. */
export async function countTagged(
  db: Db | Tx,
  asked: {
    readonly tagIds: readonly string[];
    /** Set for a contributor, who sees only the items that they created. */
    readonly madeBy: string | undefined;
    readonly max: number;
  },
): Promise<ReadonlyMap<string, number>> {
  const madeBy = asked.madeBy === undefined ? sql`true` : sql`node.created_by = ${asked.madeBy}`;
  const query = sql<{ readonly id: string; readonly count: number }>`
    select asked.id, counted.count
    from unnest(${asked.tagIds}::uuid[]) as asked (id) cross join lateral (
      select count(*) as count from (
        select from node_tag join node on node.space_id = node_tag.space_id and node.id = node_tag.node_id
        where node_tag.tag_id = asked.id and node.trashed_at is null and ${madeBy}
        limit ${asked.max}
      ) as found
    ) as counted`;
  return new Map((await query.execute(db)).rows.map(({ id, count }) => [id, count]));
}

export async function findTagRow(db: Db | Tx, id: string): Promise<TagRow | undefined> {
  return await db.selectFrom('tag').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks a tag until the transaction ends, so that others cannot delete it. `update` also prevents changes. */
export async function lockTagRow(
  tx: Tx,
  id: string,
  strength: 'share' | 'update',
): Promise<TagRow | undefined> {
  const query = tx.selectFrom('tag').select(COLUMNS).where('id', '=', id);
  return await (strength === 'update' ? query.forUpdate() : query.forKeyShare()).executeTakeFirst();
}

/** Counts tags. Locks the space or the person, so that two concurrent calls cannot exceed the limit. */
export async function countTags(tx: Tx, { space_id: spaceId, owner_id: ownerId }: TagPlace): Promise<number> {
  await lockPlace(tx, { space_id: spaceId, owner_id: ownerId });
  const { count } = await ofPlace(tx, { space_id: spaceId, owner_id: ownerId })
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the row of the space or of the owner, so that two calls cannot take one name. */
export async function lockPlace(tx: Tx, { space_id: spaceId, owner_id: ownerId }: TagPlace): Promise<void> {
  await tx
    .selectFrom(spaceId === null ? 'user' : 'space')
    .select('id')
    .where('id', '=', spaceId ?? ownerId ?? '')
    .forNoKeyUpdate()
    .execute();
}

export async function findTagByKey(
  tx: Tx,
  place: TagPlace,
  nameKey: string,
): Promise<{ readonly id: string } | undefined> {
  return await ofPlace(tx, place).select('id').where('name_key', '=', nameKey).executeTakeFirst();
}

function ofPlace(db: Db | Tx, place: TagPlace) {
  const query = db.selectFrom('tag');
  return place.space_id === null
    ? query.where('owner_id', '=', place.owner_id)
    : query.where('space_id', '=', place.space_id);
}

/** Inserts a tag. Returns false if another tag took the name in the meantime. */
export async function insertTag(
  tx: Tx,
  tag: Omit<TagRow, 'revision'> & { readonly now: Date },
): Promise<boolean> {
  const { now, ...row } = tag;
  const added = await tx
    .insertInto('tag')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

export async function updateTag(
  tx: Tx,
  { id, ...change }: Pick<TagRow, 'id' | 'name' | 'name_key' | 'color'>,
): Promise<void> {
  await tx
    .updateTable('tag')
    .set({ ...change, revision: sql`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function deleteTagRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tag').where('id', '=', id).execute();
}
