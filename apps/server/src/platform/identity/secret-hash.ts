import { createHmac } from 'node:crypto';

/** The client of a pool that this server is. */
export interface PoolClient {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/**
 * Proof that a call for `username` comes from the confidential client; undefined for a public one. `username` is the one of the
 * same call, and the canonical one when a challenge is answered.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html#cognito-user-pools-computing-secret-hash
 */
export function secretHash(client: PoolClient, username: string): string | undefined {
  if (client.clientSecret === undefined) return undefined;
  return createHmac('sha256', client.clientSecret).update(`${username}${client.clientId}`).digest('base64');
}
