import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { err, ok, type Result } from '@coffer/kit';
import { equalInConstantTime, hashHandle } from '../crypto/ids.ts';
import type { Caller, Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { type Client, findClient } from '../store/pools.ts';

export async function getClient(
  deps: Pick<Deps, 'db'>,
  clientId: string,
): Promise<Result<Client, PoolError>> {
  const client = await findClient(deps.db, clientId);
  return client === undefined ? err(errors.clientNotFound(clientId)) : ok(client);
}

/**
 * SECRET_HASH = base64(HMAC-SHA-256(secret, name ‖ client id)). `names` are those it may be made of: what the request
 * calls the user, and where Cognito wants it the canonical name.
 */
export function checkSecretHash(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  claim: { readonly hash: string | undefined; readonly names: readonly string[] },
): Result<void, PoolError> {
  const secret = openClientSecret(deps.vault, client);
  if (secret === undefined)
    return claim.hash === undefined ? ok(undefined) : err(errors.secretHashInvalid(client.id));
  if (claim.hash === undefined) return err(errors.secretHashMissing(client.id));
  const given = Buffer.from(claim.hash);
  const matches = claim.names.map((name) =>
    equalInConstantTime(Buffer.from(computeSecretHash(secret, name, client.id)), given),
  );
  return matches.includes(true) ? ok(undefined) : err(errors.secretHashInvalid(client.id));
}

export function computeSecretHash(secret: string, username: string, clientId: string): string {
  return createHmac('sha256', secret).update(`${username}${clientId}`, 'utf8').digest('base64');
}

/** Whether the plain secret of a request is the client's. A client without a secret must not be given one. */
export function hasClientSecret(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  given: string | undefined,
): boolean {
  const secret = openClientSecret(deps.vault, client);
  if (secret === undefined || given === undefined) return secret === given;
  return equalInConstantTime(hashHandle(secret), hashHandle(given));
}

export function sealClientSecret(
  vault: Deps['vault'],
  clientId: string,
  secret: string | undefined,
): string | null {
  return secret === undefined ? null : vault.seal(secretContext(clientId), Buffer.from(secret, 'utf8'));
}

function openClientSecret(
  vault: Deps['vault'],
  client: Pick<Client, 'id' | 'secretSealed'>,
): string | undefined {
  return client.secretSealed === null
    ? undefined
    : vault.open(secretContext(client.id), client.secretSealed).toString('utf8');
}

function secretContext(clientId: string): string {
  return `client secret|${clientId}`;
}

/**
 * The address that tries are counted for. A relay may name the one of its user, but only when it has shown the
 * client's secret and the client is set so: call this after the secret was checked.
 */
export function sourceAddress(
  client: Client,
  caller: Caller,
  claimed: string | undefined,
): string | undefined {
  const mayClaim = client.settings.propagateUserContext && client.secretSealed !== null;
  return mayClaim && claimed !== undefined && isIP(claimed) !== 0 ? claimed : caller.address;
}
