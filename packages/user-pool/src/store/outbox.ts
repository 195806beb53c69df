import type { Db, Tx } from './database.ts';

export interface OutboxMessage {
  readonly id: string;
  readonly poolId: string;
  readonly accountId: string;
  readonly kind: 'temporary_password';
  readonly medium: 'EMAIL' | 'SMS';
  /** Destination and secret. */
  readonly payloadSealed: string;
  readonly createdAt: Date;
}

export async function insertOutboxMessage(db: Db | Tx, message: OutboxMessage): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: message.id,
      pool_id: message.poolId,
      account_id: message.accountId,
      kind: message.kind,
      medium: message.medium,
      payload_sealed: message.payloadSealed,
      created_at: message.createdAt,
      delivered_at: null,
    })
    .execute();
}
