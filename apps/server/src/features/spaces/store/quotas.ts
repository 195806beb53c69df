import { LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

export interface Crossing {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly owner_id: string;
  /** The highest level that was crossed, in percent. */
  readonly level: number;
}

const AT_ONCE = 200;
/** A space must fall this far below a level before crossing the level counts again. */
const BELOW_PERCENT = 5;

const TAKEN = sql`(space.used_bytes + space.reserved_bytes + space.held_bytes)`;
const NEARLY_FULL = sql.lit(LIMITS.nearlyFullPercent);
const LEVEL = sql<number>`case
  when ${TAKEN} * 100 >= space.quota_bytes * ${NEARLY_FULL} then ${NEARLY_FULL}
  when ${TAKEN} >= space.quota_bytes * 0.8 then 80
  else 0 end`;

/**
 * Resets the level of spaces that have enough free quota again, so that filling up notifies again. Returns their
 * number.
 */
export async function resetQuotaNotices(tx: Tx): Promise<number> {
  const reset = await sql`
    update space set quota_told = ${LEVEL}
    where quota_told > 0 and ${TAKEN} < quota_bytes * (quota_told - ${BELOW_PERCENT}::integer) / 100.0`.execute(
    tx,
  );
  return Number(reset.numAffectedRows ?? 0n);
}

export async function listCrossings(tx: Tx): Promise<readonly Crossing[]> {
  const { rows } = await sql<Crossing>`
    select id, name, kind, owner_id, ${LEVEL} as level from space
    where archived_at is null and ${LEVEL} > quota_told
    order by id limit ${AT_ONCE} for update skip locked`.execute(tx);
  return rows;
}

export async function markNotified(
  tx: Tx,
  { id, level }: { readonly id: string; readonly level: number },
): Promise<void> {
  await tx.updateTable('space').set({ quota_told: level }).where('id', '=', id).execute();
}

/** Lists managers and owners of a space, including those by a group. */
export async function listManagers(tx: Tx, spaceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly user_id: string }>`
    select distinct user_id from space_role where space_id = ${spaceId} and role in ('manager', 'owner')`.execute(
    tx,
  );
  return rows.map((row) => row.user_id);
}
