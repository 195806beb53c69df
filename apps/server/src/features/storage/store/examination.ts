import type { Db, Tx } from '../../../platform/db/db.ts';

const KEY = 'store_examination';

export async function findExamination(db: Db): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

/** Reads and locks the saved examination. Creates the row if it is missing. */
export async function lockExamination(tx: Tx, now: Date): Promise<unknown> {
  await tx
    .insertInto('setting')
    .values({ key: KEY, value: '{}', changed_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { value } = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', KEY)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return value;
}

export async function saveExamination(tx: Tx, examination: object, now: Date): Promise<void> {
  await tx
    .updateTable('setting')
    .set({ value: JSON.stringify(examination), changed_at: now })
    .where('key', '=', KEY)
    .execute();
}
