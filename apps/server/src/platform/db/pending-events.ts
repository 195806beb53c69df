import { sql } from 'kysely';
import type { Tx } from './db.ts';

export interface PendingEvents {
  readonly spaceId: string;
  readonly first: number;
  readonly last: number;
}

interface PendingRow {
  readonly id: number;
  readonly space_id: string;
  readonly first: number;
  readonly last: number;
}

/** Takes at most `limit` pending events, oldest first. Other servers skip them, and they are never returned again. */
export async function takePending(
  tx: Tx,
  { from, limit }: { readonly from: 'webhook_pending' | 'follow_pending'; readonly limit: number },
): Promise<PendingEvents | undefined> {
  const table = sql.table(from);
  const taken = await sql<PendingRow>`
    select id, space_id, first, last from ${table} order by id limit 1 for update skip locked`.execute(tx);
  const pending = taken.rows[0];
  if (pending === undefined) return undefined;
  const { id, space_id: spaceId, first } = pending;
  const last = Math.min(pending.last, first + limit - 1);
  await (last === pending.last
    ? sql`delete from ${table} where id = ${id}`.execute(tx)
    : sql`update ${table} set first = ${last + 1} where id = ${id}`.execute(tx));
  return { spaceId, first, last };
}
