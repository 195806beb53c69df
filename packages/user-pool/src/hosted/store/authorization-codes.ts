import type { Db, Tx } from '../../store/database/database.ts';

export interface AuthorizationCode {
  readonly codeHash: Buffer;
  readonly poolId: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly redirectUri: string;
  /** PKCE challenge (S256). Null for a client with a secret that sent none. */
  readonly codeChallenge: string | null;
  readonly scope: string;
  readonly nonce: string | null;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly originJti: string | null;
}

export async function insertAuthorizationCode(
  db: Db | Tx,
  code: Omit<AuthorizationCode, 'usedAt' | 'originJti'> & { readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('authorization_code')
    .values({
      code_hash: code.codeHash,
      pool_id: code.poolId,
      client_id: code.clientId,
      account_id: code.accountId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scope: code.scope,
      nonce: code.nonce,
      authenticated_at: code.authenticatedAt,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      used_at: null,
      origin_jti: null,
    })
    .execute();
}

/** `lock` serializes parallel uses until the transaction ends. */
export async function findAuthorizationCode(
  db: Db | Tx,
  codeHash: Buffer,
  options: { readonly lock: boolean },
): Promise<AuthorizationCode | undefined> {
  const row = await db
    .selectFrom('authorization_code')
    .select([
      'code_hash',
      'pool_id',
      'client_id',
      'account_id',
      'redirect_uri',
      'code_challenge',
      'scope',
      'nonce',
      'authenticated_at',
      'expires_at',
      'used_at',
      'origin_jti',
    ])
    .where('code_hash', '=', codeHash)
    .$if(options.lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return (
    row && {
      codeHash: row.code_hash,
      poolId: row.pool_id,
      clientId: row.client_id,
      accountId: row.account_id,
      redirectUri: row.redirect_uri,
      codeChallenge: row.code_challenge,
      scope: row.scope,
      nonce: row.nonce,
      authenticatedAt: row.authenticated_at,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
      originJti: row.origin_jti,
    }
  );
}

export async function spendAuthorizationCode(
  tx: Tx,
  codeHash: Buffer,
  use: { readonly originJti: string | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('authorization_code')
    .set({ used_at: use.now, origin_jti: use.originJti })
    .where('code_hash', '=', codeHash)
    .execute();
}
