import { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { hasTable } from './has-table.ts';

const KEY = 'rebuild_unfinished';

const Unfinished = z.object({
  /** Whether the rebuild found nothing missing and nothing altered. */
  isWhole: z.boolean(),
});
export type Unfinished = z.infer<typeof Unfinished>;

/** Records that accounts of the pool are still to be created after a rebuild. */
export async function putUnfinished(
  tx: Tx,
  { now, ...unfinished }: Unfinished & { readonly now: Date },
): Promise<void> {
  const value = JSON.stringify(unfinished);
  await tx.insertInto('setting').values({ key: KEY, value, changed_at: now }).execute();
}

/** The rebuild whose accounts are not all created. Undefined if there is none, as in a database without tables. */
export async function findUnfinished(db: Db): Promise<Unfinished | undefined> {
  if (!(await hasTable(db, 'setting'))) return undefined;
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row === undefined ? undefined : Unfinished.parse(row.value);
}

export async function deleteUnfinished(db: Db): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', KEY).execute();
}
