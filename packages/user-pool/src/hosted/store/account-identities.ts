import { sql } from 'kysely';
import { type Account, type Attributes, findAccount } from '../../store/accounts.ts';
import type { Db, Tx } from '../../store/database/database.ts';

export interface IdentityKey {
  readonly poolId: string;
  readonly provider: string;
  /** The issuer's id of the user. Provider and subject are the key, never an e-mail address. */
  readonly subject: string;
}

export async function findAccountByIdentity(db: Db | Tx, key: IdentityKey): Promise<Account | undefined> {
  const row = await db
    .selectFrom('account_identity')
    .select('account_id')
    .where('pool_id', '=', key.poolId)
    .where('provider', '=', key.provider)
    .where('subject', '=', key.subject)
    .executeTakeFirst();
  return row && (await findAccount(db, key.poolId, row.account_id));
}

export async function linkIdentity(
  tx: Tx,
  key: IdentityKey,
  link: { readonly accountId: string; readonly now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('account_identity')
    .values({
      pool_id: key.poolId,
      provider: key.provider,
      subject: key.subject,
      account_id: link.accountId,
      linked_at: link.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await mirrorIdentities(tx, link.accountId, link.now);
  return true;
}

export async function unlinkIdentity(tx: Tx, key: IdentityKey, now: Date): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('account_identity')
    .where('pool_id', '=', key.poolId)
    .where('provider', '=', key.provider)
    .where('subject', '=', key.subject)
    .returning('account_id')
    .executeTakeFirst();
  if (row !== undefined) await mirrorIdentities(tx, row.account_id, now);
  return row?.account_id;
}

export async function unlinkProvider(
  tx: Tx,
  provider: { readonly poolId: string; readonly name: string; readonly now: Date },
): Promise<void> {
  const rows = await tx
    .deleteFrom('account_identity')
    .where('pool_id', '=', provider.poolId)
    .where('provider', '=', provider.name)
    .returning('account_id')
    .execute();
  for (const { account_id } of rows) await mirrorIdentities(tx, account_id, provider.now);
}

/** Updates `account.identities`, a copy for tokens and responses. The rows of this table are authoritative. */
async function mirrorIdentities(tx: Tx, accountId: string, now: Date): Promise<void> {
  await sql`
    update user_pool.account set updated_at = ${now}, identities = coalesce((
      select jsonb_agg(
        jsonb_build_object('provider', provider, 'subject', subject, 'linkedAt',
          to_char(linked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by linked_at, provider, subject)
      from user_pool.account_identity where account_id = ${accountId}
    ), '[]'::jsonb)
    where id = ${accountId}`.execute(tx);
}

export async function replaceAttributes(
  tx: Tx,
  accountId: string,
  change: { readonly attributes: Attributes; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('account')
    .set({ attributes: JSON.stringify(change.attributes), updated_at: change.now })
    .where('id', '=', accountId)
    .execute();
}
