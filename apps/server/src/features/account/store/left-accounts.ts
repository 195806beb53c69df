import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

/** The account of a removed person, which the pool has to delete. */
export interface LeftAccount {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly tries: number;
}

const accounts = (db: Db | Tx) =>
  db
    .selectFrom('user')
    .select(['id', 'issuer', 'subject', 'username', 'account_tries as tries'])
    .where('status', '=', 'removed');

export async function findLeftAccount(db: Db, id: string): Promise<LeftAccount | undefined> {
  return await accounts(db).where('id', '=', id).executeTakeFirst();
}

/** Lists due deletions of accounts, longest overdue first. */
export async function listDueAccounts(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly LeftAccount[]> {
  return await accounts(db)
    .where('account_due_at', '<=', now)
    .orderBy('account_due_at')
    .limit(limit)
    .execute();
}

/** Schedules the deletion of the account at the pool, in case the server ends before the pool has responded. */
export async function oweDeletion(
  tx: Tx,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.updateTable('user').set({ account_due_at: now, account_tries: 0 }).where('id', '=', id).execute();
}

/** Records a try. `dueAt` is null if nothing is left to do. */
export async function recordTry(
  db: Db,
  { id, dueAt }: { readonly id: string; readonly dueAt: Date | null },
): Promise<void> {
  await db
    .updateTable('user')
    .set((set) => ({ account_due_at: dueAt, account_tries: set('account_tries', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'removed')
    .execute();
}

/** Counts accounts that still exist at the pool after a try. */
export async function countLeftAccounts(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from "user" where account_due_at is not null and account_tries > 0`.execute(db);
  return rows[0]?.count ?? 0;
}
