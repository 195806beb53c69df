import type { Db, Tx } from './database/database.ts';

export interface SoftwareToken {
  readonly secretSealed: string | null;
  readonly pendingSealed: string | null;
  readonly friendlyName: string | null;
}

export async function findSoftwareToken(db: Db | Tx, accountId: string): Promise<SoftwareToken | undefined> {
  const row = await db
    .selectFrom('software_token')
    .select(['secret_sealed', 'pending_sealed', 'friendly_name'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return (
    row && {
      secretSealed: row.secret_sealed,
      pendingSealed: row.pending_sealed,
      friendlyName: row.friendly_name,
    }
  );
}

export async function savePendingToken(
  db: Db | Tx,
  accountId: string,
  pending: { readonly sealed: string; readonly now: Date },
): Promise<void> {
  const values = { pending_sealed: pending.sealed, updated_at: pending.now };
  await db
    .insertInto('software_token')
    .values({ account_id: accountId, secret_sealed: null, last_step: 0, friendly_name: null, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export interface VerifiedToken {
  readonly sealed: string;
  /** The time step of the verifying code, which counts as used. */
  readonly step: number;
  readonly friendlyName: string | undefined;
  readonly now: Date;
}

export async function saveVerifiedToken(db: Db | Tx, accountId: string, token: VerifiedToken): Promise<void> {
  const values = {
    secret_sealed: token.sealed,
    pending_sealed: null,
    last_step: token.step,
    friendly_name: token.friendlyName ?? null,
    updated_at: token.now,
  };
  await db
    .insertInto('software_token')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** False if this or a later step was already used, which prevents replay. */
export async function spendStep(db: Db | Tx, accountId: string, step: number): Promise<boolean> {
  const updated = await db
    .updateTable('software_token')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** Also deletes the pending secret. False if there was none. */
export async function deleteSoftwareToken(db: Db | Tx, accountId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('software_token')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
