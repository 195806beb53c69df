import { SERVER_LIMITS, type WebhookFault } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { DeliveryRow } from '../model.ts';

const DELETED_AT_ONCE = 10_000;

const COLUMNS = [
  'id',
  'webhook_id',
  'type',
  'body',
  'state',
  'tries',
  'due_at',
  'until',
  'tried_at',
  'duration_ms',
  'status',
  'fault',
  'answer',
  'created_at',
] as const;

export interface NewDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
}

/** Inserts deliveries, except for events that already have one. */
export async function insertDeliveries(
  tx: Tx,
  batch: {
    readonly webhookId: string;
    readonly deliveries: readonly NewDelivery[];
    readonly now: Date;
    readonly until: Date;
  },
): Promise<void> {
  const { webhookId, deliveries, now, until } = batch;
  await sql`
    insert into webhook_delivery (id, webhook_id, event_id, type, body, state, due_at, until, created_at)
    select new.id, ${webhookId}, new.event_id, new.type, new.body, 'waiting', ${now}, ${until}, ${now}
    from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ eventId }) => eventId)}::uuid[],
      ${deliveries.map(({ type }) => type)}::text[],
      ${deliveries.map(({ body }) => body)}::text[]
    ) as new (id, event_id, type, body)
    on conflict on constraint webhook_delivery_once do nothing`.execute(tx);
}

export async function countWaiting(tx: Tx, webhookId: string, max: number): Promise<number> {
  const { rows } = await sql<{ readonly waiting: number }>`
    select count(*)::int as waiting from (
      select from webhook_delivery where webhook_id = ${webhookId} and state = 'waiting' limit ${max}
    ) as counted`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

export async function addMissed(tx: Tx, webhookId: string, count: number): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ missed: sql`missed + ${count}` })
    .where('id', '=', webhookId)
    .execute();
}

/** Lists webhooks with due deliveries, the longest waiting first. */
export async function listDue(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select webhook.id from webhook
    cross join lateral (
      select due_at from webhook_delivery
      where webhook_id = webhook.id and state = 'waiting' and due_at <= ${now} and until > ${now}
      order by due_at limit 1
    ) as oldest
    where paused_because is null and (resting_until is null or resting_until <= ${now})
    order by oldest.due_at, webhook.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Claims a due delivery: counts the try, and sets the time of the next one in case this one never ends. Other servers
 * skip it.
 */
export async function claimDue(
  tx: Tx,
  {
    webhookId,
    now,
    nextAt,
  }: { readonly webhookId: string; readonly now: Date; readonly nextAt: (tries: number) => Date },
): Promise<DeliveryRow | undefined> {
  const due = await tx
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .where('until', '>', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (due === undefined) return undefined;
  const tries = due.tries + 1;
  const dueAt = nextAt(tries);
  await tx.updateTable('webhook_delivery').set({ tries, due_at: dueAt }).where('id', '=', due.id).execute();
  return { ...due, tries, due_at: dueAt };
}

/** Whether the delivery tells of a permanent deletion that was stopped, so that the item is still there. */
export async function isDeletionStopped(tx: Tx, deliveryId: string): Promise<boolean> {
  const { rows } = await sql`
    select from webhook_delivery
    join event on event.id = webhook_delivery.event_id and event.verb = 'node_purged'
    join node on node.space_id = event.space_id and node.id = event.node_id and node.purge_began_at is null
    where webhook_delivery.id = ${deliveryId}`.execute(tx);
  return rows.length > 0;
}

export async function deleteDelivery(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('id', '=', id).execute();
}

export interface Tried {
  readonly id: string;
  readonly tries: number;
  readonly state: DeliveryRow['state'];
  readonly dueAt: Date;
  readonly triedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly fault: WebhookFault | null;
  readonly answer: string | null;
}

/** Records the result of a try, unless the delivery was sent again or has ended in the meantime. */
export async function recordTry(tx: Tx, tried: Tried): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({
      state: tried.state,
      due_at: tried.dueAt,
      tried_at: tried.triedAt,
      duration_ms: tried.durationMs,
      status: tried.status,
      fault: tried.fault,
      answer: tried.answer,
      ended_at: tried.state === 'waiting' ? null : tried.triedAt,
    })
    .where('id', '=', tried.id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tried.tries)
    .execute();
}

export async function insertTest(
  tx: Tx,
  test: Omit<Tried, 'tries' | 'dueAt'> & { readonly webhookId: string; readonly body: string },
): Promise<void> {
  await tx
    .insertInto('webhook_delivery')
    .values({
      id: test.id,
      webhook_id: test.webhookId,
      event_id: null,
      type: 'test',
      body: test.body,
      state: test.state,
      tries: 1,
      due_at: test.triedAt,
      until: test.triedAt,
      tried_at: test.triedAt,
      duration_ms: test.durationMs,
      status: test.status,
      fault: test.fault,
      answer: test.answer,
      created_at: test.triedAt,
      ended_at: test.triedAt,
    })
    .execute();
}

/** Ends deliveries that were not sent in time, for example because Coffer was down. */
export async function endOverdue(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', ended_at: now })
    .where('state', '=', 'waiting')
    .where('until', '<=', now)
    .execute();
}

/** Whether a delivery ran out of time within the last day. */
export async function hasGivenUp(
  tx: Tx,
  { webhookId, now }: { readonly webhookId: string; readonly now: Date },
): Promise<boolean> {
  const over = await tx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('event_id', 'is not', null)
    .where('state', '<>', 'sent')
    .where('until', '<=', now)
    .where('until', '>', new Date(now.getTime() - SERVER_LIMITS.webhookLifeMs))
    .limit(1)
    .executeTakeFirst();
  return over !== undefined;
}

export async function endWaiting(tx: Tx, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', ended_at: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lists deliveries, newest first. */
export async function listDeliveryRows(
  db: Db,
  page: { readonly webhookId: string; readonly after: string | undefined; readonly limit: number },
): Promise<readonly DeliveryRow[]> {
  const { webhookId, after, limit } = page;
  return await db
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('webhook_id', '=', webhookId)
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findDelivery(
  db: Db | Tx,
  key: { readonly webhookId: string; readonly id: string },
): Promise<DeliveryRow | undefined> {
  return await db
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('webhook_id', '=', key.webhookId)
    .where('id', '=', key.id)
    .executeTakeFirst();
}

/** Queues a delivery again. The last response stays until there is a new one. */
export async function beginAgain(
  tx: Tx,
  { id, now, until }: { readonly id: string; readonly now: Date; readonly until: Date },
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, due_at: now, until, ended_at: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes old deliveries. Returns true if none is left. */
export async function deleteEnded(db: Db, before: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where id = any(array(
      select id from webhook_delivery where ended_at < ${before} limit ${DELETED_AT_ONCE}
    ))`.execute(db);
  return Number(numAffectedRows ?? 0) < DELETED_AT_ONCE;
}
