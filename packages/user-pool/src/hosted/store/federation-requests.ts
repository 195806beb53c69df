import type { Db } from '../../store/database/database.ts';

export interface FederationRequest {
  readonly stateHash: Buffer;
  readonly requestId: string;
  readonly provider: string;
  readonly secretsSealed: string;
  readonly expiresAt: Date;
}

export async function insertFederationRequest(
  db: Db,
  request: FederationRequest & { readonly createdAt: Date },
): Promise<void> {
  await db
    .insertInto('federation_request')
    .values({
      state_hash: request.stateHash,
      request_id: request.requestId,
      provider: request.provider,
      secrets_sealed: request.secretsSealed,
      created_at: request.createdAt,
      expires_at: request.expiresAt,
    })
    .execute();
}

/** Deletes the request, because a state allows only one response, right or wrong. */
export async function takeFederationRequest(
  db: Db,
  stateHash: Buffer,
): Promise<FederationRequest | undefined> {
  const row = await db
    .deleteFrom('federation_request')
    .where('state_hash', '=', stateHash)
    .returning(['state_hash', 'request_id', 'provider', 'secrets_sealed', 'expires_at'])
    .executeTakeFirst();
  return (
    row && {
      stateHash: row.state_hash,
      requestId: row.request_id,
      provider: row.provider,
      secretsSealed: row.secrets_sealed,
      expiresAt: row.expires_at,
    }
  );
}
