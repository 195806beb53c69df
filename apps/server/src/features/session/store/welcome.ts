import { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';

const KEY = 'welcome';

/** The one-time code of the first administrator, as its hash, and the creation that may be under way. */
const Welcome = z.object({
  codeHash: z.string(),
  /** While in the future, one server is asking the pool for the account. [Note: Claims] */
  claimedUntil: z.coerce.date().nullable(),
  /** Address of the account that may have been created at the pool without an answer. */
  pendingEmail: z.string().nullable(),
});
export type Welcome = z.infer<typeof Welcome>;

/** The row, locked until the transaction ends; undefined when no code is out. */
export async function lockWelcome(tx: Tx): Promise<Welcome | undefined> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : Welcome.parse(row.value);
}

export async function putWelcome(tx: Tx, welcome: Welcome, now: Date): Promise<void> {
  const row = { value: JSON.stringify(welcome), changed_at: now };
  await tx
    .insertInto('setting')
    .values({ key: KEY, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function deleteWelcome(db: Db | Tx): Promise<void> {
  await db.deleteFrom('setting').where('key', '=', KEY).execute();
}
