import type { Db, Tx } from '../../../platform/db/db.ts';

const KEY = 'receipt_key';

export async function findReceiptKeys(db: Db): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** Reads and locks the saved keys. Creates the row if it is missing. */
export async function lockReceiptKeys(tx: Tx, now: Date): Promise<unknown> {
  await tx
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify([]), changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.value;
}

export async function putReceiptKeys(tx: Tx, keys: readonly object[], now: Date): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(keys), changed_at: now })
    .where('key', '=', KEY)
    .execute();
}
