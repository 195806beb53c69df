import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** One use of an idempotency key by one person. */
export interface KeyUse {
  readonly userId: string;
  readonly key: string;
  readonly operation: string;
  /** Hex of a hash over everything that the answer depends on. */
  readonly requestHash: string;
}

/** What was answered under a key. */
export interface KeyRecord {
  readonly operation: string;
  readonly requestHash: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
}

/**
 * Takes a key within the transaction of what is done under it, unless it was used since `expiredBefore`. Waits for another transaction that has
 * just taken it. True when it was taken.
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

/** Keeps what is answered under a key that was taken. */
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

/** Frees the key of a call that changed nothing. */
export async function freeKey(db: Db, use: KeyUse): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('user_id', '=', use.userId)
    .where('key', '=', use.key)
    .where('request_hash', '=', use.requestHash)
    .execute();
}

/** Forgets up to 1,000 keys from before `expiredBefore`; answers how many there were. */
export async function forgetKeys(db: Db, expiredBefore: Date): Promise<number> {
  const { rows } = await sql`
    delete from idempotency where (user_id, key) in (
      select user_id, key from idempotency where created_at < ${expiredBefore} order by created_at limit 1000)
    returning 1`.execute(db);
  return rows.length;
}
