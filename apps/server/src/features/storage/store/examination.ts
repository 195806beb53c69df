import type { Db } from '../../../platform/db/db.ts';

const KEY = 'store_examination';

/** What the store doctor said last, as it was kept. */
export async function findExamination(db: Db): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  return row?.value;
}

export async function saveExamination(db: Db, examination: object, now: Date): Promise<void> {
  const value = JSON.stringify(examination);
  await db
    .insertInto('setting')
    .values({ key: KEY, value, changed_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changed_at: now }))
    .execute();
}
