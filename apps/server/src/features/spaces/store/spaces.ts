import { type SpaceColor, type SpaceRole, type HeldRole, strongest } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { spaceRoles } from '../../../platform/db/held-roles.ts';
import type { LockedSpace, SpaceEvent, SpaceRow } from '../model.ts';

const SPACE_COLUMNS = [
  'space.id',
  'space.name',
  'space.description',
  'space.color',
  'space.kind',
  'space.root_id',
  'space.quota_bytes',
  'space.used_bytes',
  'space.reserved_bytes',
  'space.held_bytes',
  'space.purged_bytes',
  'space.revision',
] as const;

const SPACES_MAX = 1_000;

const IS_ON_HOLD = sql<boolean>`space.hold_began_at is not null`.as('is_on_hold');

/** The spaces in which the person has a role, with all these roles. */
function spacesOf(db: Db | Tx, userId: string) {
  const held = sql<string>`(select space_role.space_id from space_role where space_role.user_id = ${userId})`;
  return db
    .selectFrom('space')
    .select(SPACE_COLUMNS)
    .select(IS_ON_HOLD)
    .select(sql<SpaceRole[]>`${spaceRoles(sql`space.id`, sql`${userId}`)}`.as('roles'))
    .where('space.id', 'in', held);
}

/** Finds a space with the person's roles, unless they have none. */
export async function findSpace(
  db: Db | Tx,
  key: { readonly spaceId: string; readonly userId: string },
): Promise<SpaceRow | undefined> {
  return await spacesOf(db, key.userId).where('space.id', '=', key.spaceId).executeTakeFirst();
}

export async function listSpacesOf(db: Db | Tx, userId: string): Promise<readonly SpaceRow[]> {
  return await spacesOf(db, userId)
    .orderBy(sql`space.kind = 'personal'`, 'desc')
    .orderBy('space.name')
    .orderBy('space.id')
    .limit(SPACES_MAX)
    .execute();
}

/** Lists the usage of spaces, largest first, with the total. */
export async function listSpaceUse(db: Db, page: { readonly at: number; readonly limit: number }) {
  const rows = await db
    .selectFrom('space')
    .innerJoin('user', 'user.id', 'space.owner_id')
    .select([
      'space.id',
      'space.name',
      'space.kind',
      'space.quota_bytes',
      'space.used_bytes',
      'space.reserved_bytes',
      'space.held_bytes',
      'user.name as owner_name',
    ])
    .orderBy(sql`space.used_bytes + space.reserved_bytes + space.held_bytes`, 'desc')
    .orderBy('space.id')
    .offset(page.at)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom('space')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** The strongest role of the person in the space. Undefined for a stranger. */
export async function roleIn(db: Db | Tx, spaceId: string, userId: string): Promise<HeldRole | undefined> {
  const query = sql<{ readonly roles: readonly SpaceRole[] | null }>`
    select ${spaceRoles(sql`${spaceId}::uuid`, sql`${userId}`)} as roles`;
  const { rows } = await query.execute(db);
  return strongest(rows[0]?.roles ?? []);
}

export async function findPersonalSpaceOf(
  db: Db | Tx,
  userId: string,
): Promise<{ readonly id: string; readonly root_id: string } | undefined> {
  return await db
    .selectFrom('space')
    .select(['id', 'root_id'])
    .where('owner_id', '=', userId)
    .where('kind', '=', 'personal')
    .executeTakeFirst();
}

/** Gives a personal space to another person, who becomes the only member. Renames the space and its root. */
export async function changeOwner(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly rootId: string;
    readonly ownerId: string;
    readonly name: string;
    readonly now: Date;
  },
): Promise<void> {
  const { spaceId, rootId, ownerId, name, now } = change;
  await tx
    .updateTable('space')
    .set((set) => ({
      kind: 'team',
      owner_id: ownerId,
      name,
      updated_at: now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', spaceId)
    .execute();
  await tx
    .updateTable('node')
    .set({ name })
    .where('space_id', '=', spaceId)
    .where('id', '=', rootId)
    .execute();
  await tx.deleteFrom('member').where('space_id', '=', spaceId).execute();
  await tx
    .insertInto('member')
    .values({ space_id: spaceId, user_id: ownerId, role: 'owner', created_at: now })
    .execute();
}

interface NewSpace {
  readonly spaceId: string;
  readonly rootId: string;
  readonly kind: 'personal' | 'team';
  readonly name: string;
  readonly description?: string;
  readonly color?: SpaceColor;
  readonly ownerId: string;
  readonly quotaBytes: number;
  readonly now: Date;
}

/**
 * Inserts a space with its root and owner. Returns false if the owner already has a personal space: the unique index
 * `space_personal` makes the insert wait for concurrent transactions.
 */
export async function insertSpace(tx: Tx, space: NewSpace): Promise<boolean> {
  const times = { created_at: space.now, updated_at: space.now };
  const inserted = await tx
    .insertInto('space')
    .values({
      id: space.spaceId,
      name: space.name,
      kind: space.kind,
      ...(space.description === undefined ? {} : { description: space.description }),
      ...(space.color === undefined ? {} : { color: space.color }),
      owner_id: space.ownerId,
      root_id: space.rootId,
      quota_bytes: space.quotaBytes,
      used_bytes: 0,
      reserved_bytes: 0,
      held_bytes: 0,
      event_sequence: 0,
      ...times,
    })
    // PostgreSQL infers a partial index only from a literal predicate.
    .onConflict((conflict) => conflict.column('owner_id').where(sql<boolean>`kind = 'personal'`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await tx
    .insertInto('node')
    .values({
      space_id: space.spaceId,
      id: space.rootId,
      parent_id: null,
      kind: 'folder',
      name: space.name,
      name_key: '',
      name_sort: '',
      current_version_id: null,
      size_bytes: 0,
      media_type: '',
      modified_at: space.now,
      created_by: space.ownerId,
      trashed_at: null,
      trashed_by: null,
      ...times,
    })
    .execute();
  await tx
    .insertInto('member')
    .values({ space_id: space.spaceId, user_id: space.ownerId, role: 'owner', created_at: space.now })
    .execute();
  return true;
}

/**
 * Locks a space. Every change of its tree or usage takes this lock first, so event numbers have no gaps; rows that
 * refer to the space can still be inserted.
 */
export async function lockSpace(tx: Tx, spaceId: string): Promise<LockedSpace | undefined> {
  return await tx
    .selectFrom('space')
    .select(['id', 'root_id', 'quota_bytes', 'used_bytes', 'reserved_bytes', 'held_bytes', 'purged_bytes'])
    .select(IS_ON_HOLD)
    .where('id', '=', spaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Changes the quota of a space. Requires the space lock. */
export async function changeQuota(
  tx: Tx,
  { spaceId, quotaBytes, now }: { readonly spaceId: string; readonly quotaBytes: number; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('space')
    .set({ quota_bytes: quotaBytes, updated_at: now })
    .where('id', '=', spaceId)
    .execute();
}

/** Changes the usage of a space. Negative values subtract; requires the space lock. */
export async function changeUse(
  tx: Tx,
  change: {
    readonly spaceId: string;
    readonly usedBytes: number;
    readonly reservedBytes: number;
    readonly heldBytes: number;
    readonly purgedBytes: number;
    readonly now: Date;
  },
): Promise<void> {
  const { usedBytes, reservedBytes, heldBytes, purgedBytes } = change;
  if ([usedBytes, reservedBytes, heldBytes, purgedBytes].every((bytes) => bytes === 0)) return;
  await tx
    .updateTable('space')
    .set({
      used_bytes: sql<number>`used_bytes + ${usedBytes}`,
      reserved_bytes: sql<number>`reserved_bytes + ${reservedBytes}`,
      held_bytes: sql<number>`held_bytes + ${heldBytes}`,
      purged_bytes: sql<number>`purged_bytes + ${purgedBytes}`,
      updated_at: change.now,
    })
    .where('id', '=', change.spaceId)
    .execute();
}

/** Reserves `count` event numbers and returns the last one. */
export async function takeEventNumbers(tx: Tx, spaceId: string, count: number): Promise<number> {
  const row = await tx
    .updateTable('space')
    .set({ event_sequence: sql<number>`event_sequence + ${count}` })
    .where('id', '=', spaceId)
    .returning('event_sequence')
    .executeTakeFirstOrThrow();
  return row.event_sequence;
}

interface NewEvent extends SpaceEvent {
  readonly id: string;
  readonly sequence: number;
  readonly isInFeed: boolean;
  readonly jobId: string | undefined;
}

export async function insertEvents(
  tx: Tx,
  input: {
    readonly spaceId: string;
    readonly actorId: string | null;
    readonly at: Date;
    readonly events: readonly NewEvent[];
  },
): Promise<void> {
  const { events } = input;
  await sql`
    insert into event (space_id, sequence, id, actor_id, verb, node_id, facts, at, job_id, in_feed)
    select ${input.spaceId}, new.sequence, new.id, ${input.actorId}::uuid, new.verb, new.node_id, new.facts, ${input.at},
      new.job_id, new.in_feed
    from rows from (
      unnest(
        ${events.map((event) => event.sequence)}::bigint[],
        ${events.map((event) => event.id)}::uuid[],
        ${events.map((event) => event.verb)}::text[],
        ${events.map((event) => event.nodeId)}::uuid[],
        ${events.map((event) => event.isInFeed)}::boolean[],
        ${events.map((event) => event.jobId ?? null)}::uuid[]
      ),
      jsonb_array_elements(${JSON.stringify(events.map((event) => event.facts))}::jsonb)
    ) as new (sequence, id, verb, node_id, in_feed, job_id, facts)`.execute(tx);
}
