import { sql } from 'kysely';
import type { Db, Tx } from './database/database.ts';

export interface NewOutboxMessage {
  readonly id: string;
  readonly poolId: string;
  /** Null for a decoy message. */
  readonly accountId: string | null;
  readonly kind: string;
  readonly medium: 'EMAIL' | 'SMS';
  readonly payloadSealed: string;
  readonly createdAt: Date;
  /** The message is useless after this time. */
  readonly expiresAt: Date;
  /** Null until the message is sent. */
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

/** Leases due messages until `leaseEndsAt`; if this process dies, another retries. Delivery is at least once. */
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
