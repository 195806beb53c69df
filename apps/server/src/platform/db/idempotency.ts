import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

export interface KeyUse {
  readonly userId: string;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

export interface KeyRecord {
  readonly operation: string;
  readonly requestHash: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * False if the key has a stored answer that is newer than `expiredBefore`. Waits for a concurrent transaction with the
 * same key.
 */
export async function takeKey(
  tx: Tx,
  use: KeyUse,
  times: { readonly now: Date; readonly expiredBefore: Date },
): Promise<boolean> {
  const { rows } = await sql<{ key: string }>`
    insert into idempotency as known (user_id, key, operation, request_hash, created_at)
    values (${use.userId}, ${use.key}, ${use.operation}, ${use.requestHash}, ${times.now})
    on conflict (user_id, key) do update
      set operation = excluded.operation, request_hash = excluded.request_hash, status = null, body = null,
          created_at = excluded.created_at
      where known.created_at < ${times.expiredBefore} or known.status is null
    returning key`.execute(tx);
  return rows.length === 1;
}

export async function findKey(db: Db, use: KeyUse): Promise<KeyRecord | undefined> {
  return await db
    .selectFrom('idempotency')
    .select(['operation', 'request_hash as requestHash', 'status', 'body'])
    .where('user_id', '=', use.userId)
    .where('key', '=', use.key)
    .where('status', 'is not', null)
    .$narrowType<{ status: number }>()
    .executeTakeFirst();
}

export async function keepAnswer(
  db: Db,
  use: KeyUse,
  answer: { readonly status: number; readonly body: unknown },
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where('user_id', '=', use.userId)
    .where('key', '=', use.key)
    .where('request_hash', '=', use.requestHash)
    .execute();
}

export async function freeKey(db: Db, use: KeyUse): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('user_id', '=', use.userId)
    .where('key', '=', use.key)
    .where('request_hash', '=', use.requestHash)
    .execute();
}

/** Deletes at most 1,000 expired keys, and returns their number. */
export async function forgetKeys(db: Db, expiredBefore: Date): Promise<number> {
  const { rows } = await sql`
    delete from idempotency where (user_id, key) in (
      select user_id, key from idempotency where created_at < ${expiredBefore} order by created_at limit 1000)
    returning 1`.execute(db);
  return rows.length;
}
