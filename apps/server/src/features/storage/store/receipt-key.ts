import type { Db } from '../../../platform/db/db.ts';

const KEY = 'receipt_key';

export async function findReceiptKey(db: Db): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** Keeps a key unless there is one: of two servers at the same moment the first one's counts. */
export async function keepReceiptKey(db: Db, key: object, now: Date): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(key), changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
