import { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';

const KEY = 'welcome';

const Welcome = z.object({
  codeHash: z.string(),
  /** Until when a server has the claim to create the account. [Note: Claims] */
  claimedUntil: z.coerce.date().nullable(),
  /** The e-mail address of an account creation to which the pool has not responded. */
  pendingEmail: z.string().nullable(),
});
export type Welcome = z.infer<typeof Welcome>;

/** Locks the row of the welcome code. Undefined if there is no code. */
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
