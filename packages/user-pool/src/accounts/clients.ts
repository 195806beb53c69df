import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { err, ok, type Result } from '@coffer/kit';
import { equalInConstantTime, hashHandle } from '../crypto/ids.ts';
import type { Caller, Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Client } from '../store/pools.ts';

export async function getClient(
  deps: Pick<Deps, 'clients'>,
  clientId: string,
): Promise<Result<Client, PoolError>> {
  const client = await deps.clients.find(clientId);
  return client === undefined ? err(errors.clientNotFound(clientId)) : ok(client);
}

/** The client of a request, once its SECRET_HASH is verified for the user name. */
export async function getVerifiedClient(
  deps: Pick<Deps, 'clients' | 'vault'>,
  input: { readonly ClientId: string; readonly SecretHash?: string | undefined; readonly Username: string },
): Promise<Result<Client, PoolError>> {
  const client = await getClient(deps, input.ClientId);
  if (!client.ok) return client;
  const checked = checkSecretHash(deps, client.value, { hash: input.SecretHash, names: [input.Username] });
  return checked.ok ? client : checked;
}

/** SECRET_HASH = base64(HMAC-SHA-256(secret, name ‖ client id)). Cognito accepts several forms of the name. */
export function checkSecretHash(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  claim: { readonly hash: string | undefined; readonly names: readonly string[] },
): Result<void, PoolError> {
  const secrets = openClientSecrets(deps.vault, client);
  if (secrets.length === 0)
    return claim.hash === undefined ? ok(undefined) : err(errors.secretHashInvalid(client.id));
  if (claim.hash === undefined) return err(errors.secretHashMissing(client.id));
  const given = Buffer.from(claim.hash);
  const matches = secrets.flatMap((secret) =>
    claim.names.map((name) =>
      equalInConstantTime(Buffer.from(computeSecretHash(secret, name, client.id)), given),
    ),
  );
  return matches.includes(true) ? ok(undefined) : err(errors.secretHashInvalid(client.id));
}

export function computeSecretHash(secret: string, username: string, clientId: string): string {
  return createHmac('sha256', secret).update(`${username}${clientId}`, 'utf8').digest('base64');
}

export function createSecretHash(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  username: string,
): string | undefined {
  const secret = openClientSecrets(deps.vault, client)[0];
  return secret === undefined ? undefined : computeSecretHash(secret, username, client.id);
}

export function isConfidential(client: Pick<Client, 'secrets'>): boolean {
  return client.secrets.length > 0;
}

/** Whether the secret is right. A client without a secret must not send one. */
export function hasClientSecret(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  given: string | undefined,
): boolean {
  const secrets = openClientSecrets(deps.vault, client);
  if (secrets.length === 0 || given === undefined) return secrets.length === 0 && given === undefined;
  const hash = hashHandle(given);
  return secrets.map((secret) => equalInConstantTime(hashHandle(secret), hash)).includes(true);
}

export function sealClientSecret(vault: Deps['vault'], clientId: string, secret: string): string {
  return vault.seal(clientSecretContext(clientId), Buffer.from(secret, 'utf8'));
}

function openClientSecrets(vault: Deps['vault'], client: Pick<Client, 'id' | 'secrets'>): readonly string[] {
  return client.secrets.map(({ sealed }) => openClientSecret(vault, client.id, sealed));
}

export function openClientSecret(vault: Deps['vault'], clientId: string, sealed: string): string {
  return vault.open(clientSecretContext(clientId), sealed).toString('utf8');
}

export function clientSecretContext(clientId: string): string {
  return `client secret|${clientId}`;
}

/** Call this after the secret check, because only a trusted client may state its user's IP address. */
export function sourceAddress(
  client: Client,
  caller: Caller,
  claimed: string | undefined,
): string | undefined {
  const mayClaim = client.settings.propagateUserContext && isConfidential(client);
  return mayClaim && claimed !== undefined && isIP(claimed) !== 0 ? claimed : caller.address;
}
