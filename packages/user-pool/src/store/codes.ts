import type { Db, Tx } from './database/database.ts';

export interface CodeKey {
  readonly poolId: string;
  /** The `sub`, also of a decoy user. */
  readonly subject: string;
  readonly purpose: string;
  readonly scope: string;
}

export interface CodeRow {
  readonly codeMac: Buffer;
  readonly failureCount: number;
  readonly expiresAt: Date;
}

/** Replaces an older code and resets its failures. */
export async function saveCode(
  tx: Db | Tx,
  key: CodeKey,
  code: {
    readonly accountId: string | null;
    readonly codeMac: Buffer;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const values = {
    account_id: code.accountId,
    code_mac: code.codeMac,
    failure_count: 0,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
  };
  await tx
    .insertInto('code')
    .values({
      pool_id: key.poolId,
      subject: key.subject,
      purpose: key.purpose,
      scope: key.scope,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['pool_id', 'subject', 'purpose', 'scope']).doUpdateSet(values),
    )
    .execute();
}

/** Locks the row, so that attempts run one at a time. */
export async function lockCode(tx: Tx, key: CodeKey): Promise<CodeRow | undefined> {
  const row = await tx
    .selectFrom('code')
    .select(['code_mac', 'failure_count', 'expires_at'])
    .where('pool_id', '=', key.poolId)
    .where('subject', '=', key.subject)
    .where('purpose', '=', key.purpose)
    .where('scope', '=', key.scope)
    .forUpdate()
    .executeTakeFirst();
  return row && { codeMac: row.code_mac, failureCount: row.failure_count, expiresAt: row.expires_at };
}

export async function countCodeFailure(tx: Tx, key: CodeKey): Promise<void> {
  await tx
    .updateTable('code')
    .set((set) => ({ failure_count: set('failure_count', '+', 1) }))
    .where('pool_id', '=', key.poolId)
    .where('subject', '=', key.subject)
    .where('purpose', '=', key.purpose)
    .where('scope', '=', key.scope)
    .execute();
}

export async function deleteCode(tx: Db | Tx, key: CodeKey): Promise<void> {
  await tx
    .deleteFrom('code')
    .where('pool_id', '=', key.poolId)
    .where('subject', '=', key.subject)
    .where('purpose', '=', key.purpose)
    .where('scope', '=', key.scope)
    .execute();
}
