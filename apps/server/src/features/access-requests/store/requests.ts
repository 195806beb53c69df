import type { AskedRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { RequestRow, RequestState } from '../model.ts';

const COLUMNS = [
  'access_request.id',
  'access_request.space_id',
  'access_request.node_id',
  'access_request.user_id',
  'access_request.role',
  'access_request.message',
  'access_request.state',
  'access_request.asked_at',
  'access_request.notified_at',
  'access_request.expires_at',
  'access_request.answered_by',
  'access_request.answered_at',
  'access_request.revision',
] as const;

const DELETED_AT_ONCE = 1_000;

export interface ListedRow extends RequestRow {
  readonly person_name: string;
  readonly person_email: string;
  readonly person_picture_id: string | null;
  readonly node_kind: 'folder' | 'file';
  readonly node_name: string;
}

/** Finds the request of one person on a node. */
export async function findOwnRequest(
  db: Db | Tx,
  { nodeId, userId }: { readonly nodeId: string; readonly userId: string },
): Promise<RequestRow | undefined> {
  return await db
    .selectFrom('access_request')
    .select(COLUMNS)
    .where('node_id', '=', nodeId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function lockRequest(
  tx: Tx,
  { spaceId, nodeId, id }: { readonly spaceId: string; readonly nodeId: string; readonly id: string },
): Promise<RequestRow | undefined> {
  return await tx
    .selectFrom('access_request')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Counts requests with notifications after `after`. Locks the person, so that parallel calls cannot exceed the limit.
 */
export async function countNotified(
  tx: Tx,
  { userId, after }: { readonly userId: string; readonly after: Date },
): Promise<number> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { total } = await tx
    .selectFrom('access_request')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('user_id', '=', userId)
    .where('notified_at', '>', after)
    .executeTakeFirstOrThrow();
  return total;
}

/** Inserts a request, or replaces the person's earlier one on the node. */
export async function putRequest(
  tx: Tx,
  request: {
    readonly id: string;
    readonly spaceId: string;
    readonly nodeId: string;
    readonly userId: string;
    readonly role: AskedRole;
    readonly message: string;
    readonly now: Date;
    readonly notifiedAt: Date;
    readonly expiresAt: Date;
  },
): Promise<RequestRow> {
  const { id, spaceId, nodeId, userId, role, message, now, notifiedAt, expiresAt } = request;
  const values = {
    role,
    message,
    state: 'open',
    asked_at: now,
    notified_at: notifiedAt,
    expires_at: expiresAt,
    answered_by: null,
    answered_at: null,
  } as const;
  return await tx
    .insertInto('access_request')
    .values({ ...values, id, space_id: spaceId, node_id: nodeId, user_id: userId })
    .onConflict((conflict) =>
      conflict
        .constraint('access_request_once')
        .doUpdateSet({ ...values, revision: sql<number>`access_request.revision + 1` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Closes a request. Returns false if it was closed in the meantime. */
export async function closeRequest(
  tx: Tx,
  close: {
    readonly id: string;
    readonly revision: number;
    readonly state: Exclude<RequestState, 'open'>;
    readonly answeredBy: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('access_request')
    .set((set) => ({
      state: close.state,
      answered_by: close.answeredBy,
      answered_at: close.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', close.id)
    .where('revision', '=', close.revision)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists open requests on a node, or in the whole space, oldest first. */
export async function listOpenRequests(
  db: Db,
  asked: { readonly spaceId: string; readonly nodeId?: string; readonly now: Date; readonly limit: number },
): Promise<readonly ListedRow[]> {
  const { spaceId, nodeId, now, limit } = asked;
  return await db
    .selectFrom('access_request')
    .innerJoin('user as person', 'person.id', 'access_request.user_id')
    .innerJoin('node', (join) =>
      join
        .onRef('node.space_id', '=', 'access_request.space_id')
        .onRef('node.id', '=', 'access_request.node_id'),
    )
    .select([
      ...COLUMNS,
      sql<string>`coalesce(nullif(person.name, ''), nullif(person.email, ''), person.username)`.as(
        'person_name',
      ),
      'person.email as person_email',
      'person.picture_id as person_picture_id',
      'node.kind as node_kind',
      'node.name as node_name',
    ])
    .where('access_request.space_id', '=', spaceId)
    .$if(nodeId !== undefined, (query) => query.where('access_request.node_id', '=', nodeId ?? ''))
    .where('access_request.state', '=', 'open')
    .where('access_request.expires_at', '>', now)
    .where('person.status', '=', 'active')
    .orderBy('access_request.asked_at')
    .orderBy('access_request.id')
    .limit(limit)
    .execute();
}

export interface SweptRow extends RequestRow {
  readonly space_owner_id: string;
  readonly is_active: boolean;
}

/** Lists open requests of all spaces, in the order of ids. */
export async function listAllOpen(
  db: Db,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly SweptRow[]> {
  return await db
    .selectFrom('access_request')
    .innerJoin('user as person', 'person.id', 'access_request.user_id')
    .innerJoin('space', 'space.id', 'access_request.space_id')
    .select([
      ...COLUMNS,
      'space.owner_id as space_owner_id',
      sql<boolean>`person.status = 'active'`.as('is_active'),
    ])
    .where('access_request.state', '=', 'open')
    .$if(after !== undefined, (query) => query.where('access_request.id', '>', after ?? ''))
    .orderBy('access_request.id')
    .limit(limit)
    .execute();
}

/** Deletes requests that are closed and expired. Returns true if none is left. */
export async function deleteOldRequests(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from access_request where id = any(array(
      select id from access_request where state <> 'open' and expires_at <= ${now} limit ${DELETED_AT_ONCE}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < DELETED_AT_ONCE;
}

export async function findPersonName(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user')
    .select(sql<string>`coalesce(nullif(name, ''), nullif(email, ''), username)`.as('name'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.name;
}
