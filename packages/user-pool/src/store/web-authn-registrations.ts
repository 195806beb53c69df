import type { Db, Tx } from './database/database.ts';

export interface WebAuthnRegistration {
  readonly challengeHash: Buffer;
  readonly accountId: string;
  readonly clientId: string;
  readonly expiresAt: Date;
}

export async function insertWebAuthnRegistration(
  db: Db | Tx,
  registration: WebAuthnRegistration,
): Promise<void> {
  await db
    .insertInto('web_authn_registration')
    .values({
      challenge_hash: registration.challengeHash,
      account_id: registration.accountId,
      client_id: registration.clientId,
      expires_at: registration.expiresAt,
    })
    .execute();
}

/** Deletes the registration, which allows only one attempt. Ignores registrations of other accounts. */
export async function takeWebAuthnRegistration(
  db: Db | Tx,
  challengeHash: Buffer,
  accountId: string,
): Promise<WebAuthnRegistration | undefined> {
  const row = await db
    .deleteFrom('web_authn_registration')
    .where('challenge_hash', '=', challengeHash)
    .where('account_id', '=', accountId)
    .returning(['challenge_hash', 'account_id', 'client_id', 'expires_at'])
    .executeTakeFirst();
  return (
    row && {
      challengeHash: row.challenge_hash,
      accountId: row.account_id,
      clientId: row.client_id,
      expiresAt: row.expires_at,
    }
  );
}
