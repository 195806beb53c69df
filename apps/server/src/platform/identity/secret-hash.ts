import { createHmac } from 'node:crypto';

export interface PoolClient {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/**
 * The SECRET_HASH of a confidential client; undefined for a public one. Challenges need the canonical `username`.
 * @see
 * https://docs.aws.amazon.com/cognito/latest/developerguide/signing-up-users-in-your-app.html#cognito-user-pools-computing-secret-hash
 */
export function secretHash(client: PoolClient, username: string): string | undefined {
  if (client.clientSecret === undefined) return undefined;
  return createHmac('sha256', client.clientSecret).update(`${username}${client.clientId}`).digest('base64');
}
