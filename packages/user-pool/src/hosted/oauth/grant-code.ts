import { SECOND_MS } from '@coffer/kit';
import { createHandle, hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx } from '../../store/database/database.ts';
import type { Client } from '../../store/pools.ts';
import { issuerOf } from '../../tokens/issue.ts';
import { insertAuthorizationCode } from '../store/authorization-codes.ts';
import type { AuthorizationParameters } from '../store/authorization-requests.ts';
import { withParameters } from './redirect-uri.ts';

/** Shorter than Cognito's five minutes (RFC 9700 §4.5). */
const CODE_LIFE_SECONDS = 60;
const CODE_SIZE_BYTES = 32;

export interface CodeGrant {
  readonly client: Client;
  readonly accountId: string;
  readonly authenticatedAt: Date;
  readonly parameters: AuthorizationParameters;
}

/** Stores a code. Returns the redirect URL, which contains `iss` to prevent mix-up attacks (RFC 9207). */
export async function grantCode(
  deps: Pick<Deps, 'clock' | 'baseUrl'>,
  db: Db | Tx,
  grant: CodeGrant,
): Promise<string> {
  const { client, parameters } = grant;
  const code = createHandle(CODE_SIZE_BYTES);
  const now = deps.clock.now();
  await insertAuthorizationCode(db, {
    codeHash: hashHandle(code),
    poolId: client.pool.id,
    clientId: client.id,
    accountId: grant.accountId,
    redirectUri: parameters.redirectUri,
    codeChallenge: parameters.codeChallenge ?? null,
    scope: parameters.scope,
    nonce: parameters.nonce ?? null,
    authenticatedAt: grant.authenticatedAt,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_LIFE_SECONDS * SECOND_MS),
  });
  return withParameters(parameters.redirectUri, {
    code,
    state: parameters.state,
    iss: issuerOf(deps.baseUrl, client.pool.id),
  });
}
