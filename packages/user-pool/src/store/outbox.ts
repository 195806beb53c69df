import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';

export interface NewOutboxMessage {
  readonly id: string;
  readonly poolId: string;
  /** Null: a message to nobody. */
  readonly accountId: string | null;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  /** Destination and secret. */
  readonly payloadSealed: string;
  readonly createdAt: Date;
  /** From then on nobody has a use for it. */
  readonly expiresAt: Date;
  /** Null: it waits. */
  readonly deliveredAt: Date | null;
}

export interface OutboxMessage {
  readonly id: string;
  readonly poolId: string;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly payloadSealed: string;
  readonly failureCount: number;
  readonly createdAt: Date;
}

const COLUMNS = ['id', 'pool_id', 'kind', 'medium', 'payload_sealed', 'failure_count', 'created_at'] as const;

/** Told on commit to every process that listens on it. */
export const OUTBOX_CHANNEL = 'user_pool_outbox';

export async function insertOutboxMessage(tx: Db | Tx, message: NewOutboxMessage): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      id: message.id,
      pool_id: message.poolId,
      account_id: message.accountId,
      kind: message.kind,
      medium: message.medium,
      payload_sealed: message.payloadSealed,
      created_at: message.createdAt,
      next_try_at: message.createdAt,
      expires_at: message.expiresAt,
      delivered_at: message.deliveredAt,
    })
    .execute();
  await sql`select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(tx);
}

/**
 * Takes messages that are due, each by one process only, and puts their next try off to `leaseEndsAt`: when this
 * process dies half-way, another one sends them then. A message may so go out twice, and never not at all.
 */
export async function takeDueMessages(
  db: Db,
  due: {
    readonly media: readonly ('EMAIL' | 'SMS')[];
    readonly now: Date;
    readonly leaseEndsAt: Date;
    readonly limit: number;
  },
): Promise<readonly OutboxMessage[]> {
  const rows = await db
    .updateTable('outbox')
    .set({ next_try_at: due.leaseEndsAt })
    .where('id', 'in', (within) =>
      within
        .selectFrom('outbox')
        .select('id')
        .where('medium', 'in', [...due.media])
        .where('delivered_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('next_try_at', '<=', due.now)
        .where('expires_at', '>', due.now)
        .orderBy('next_try_at')
        .limit(due.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(COLUMNS)
    .execute();
  return rows.map(toMessage);
}

/** A message that was sent is forgotten; that it was sent is kept until it expires. */
export async function markDelivered(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ delivered_at: now, payload_sealed: '' })
    .where('id', '=', id)
    .execute();
}

export async function markFailed(db: Db, id: string, nextTryAt: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((set) => ({ failure_count: set('failure_count', '+', 1), next_try_at: nextTryAt }))
    .where('id', '=', id)
    .execute();
}

export async function markGivenUp(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set((set) => ({
      failure_count: set('failure_count', '+', 1),
      given_up_at: now,
      payload_sealed: '',
    }))
    .where('id', '=', id)
    .execute();
}

/** What was not sent and may still be of use, the newest first. */
export async function listWaitingMessages(
  db: Db,
  page: { readonly now: Date; readonly limit: number },
): Promise<readonly OutboxMessage[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(COLUMNS)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('expires_at', '>', page.now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(toMessage);
}

function toMessage(row: {
  readonly id: string;
  readonly pool_id: string;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly payload_sealed: string;
  readonly failure_count: number;
  readonly created_at: Date;
}): OutboxMessage {
  return {
    id: row.id,
    poolId: row.pool_id,
    kind: row.kind,
    medium: row.medium,
    payloadSealed: row.payload_sealed,
    failureCount: row.failure_count,
    createdAt: row.created_at,
  };
}
