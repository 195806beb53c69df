import { randomBytes } from 'node:crypto';
import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { checkSecretHash, getClient } from '../../accounts/clients.ts';
import { hashName, resolveAccount } from '../../accounts/names.ts';
import { prepareSrp } from '../../challenges/password-verifier.ts';
import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { fromBytes, toBytes } from '../../srp/group.ts';
import { computeServerPublic, parseClientPublic, SERVER_PRIVATE_SIZE_BYTES } from '../../srp/server.ts';
import type { Account } from '../../store/accounts.ts';
import type { Client } from '../../store/pools.ts';
import { insertSrpChallenge } from '../../store/srp-challenges.ts';
import { readRefreshToken, refreshTokens } from '../../tokens/refresh.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const initiateAuthInput = z.object({
  AuthFlow: shape.oneOf([
    'USER_SRP_AUTH',
    'REFRESH_TOKEN_AUTH',
    'REFRESH_TOKEN',
    'CUSTOM_AUTH',
    'ADMIN_NO_SRP_AUTH',
    'USER_PASSWORD_AUTH',
    'ADMIN_USER_PASSWORD_AUTH',
    'USER_AUTH',
  ]),
  AuthParameters: shape.parameters.optional(),
  ClientId: shape.clientId,
  ClientMetadata: shape.parameters.optional(),
  UserContextData: shape.userContextData.optional(),
  Session: shape.session.optional(),
});

type Input = z.output<typeof initiateAuthInput>;
type Parameters = NonNullable<Input['AuthParameters']>;
type FlowDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'signingKeys' | 'baseUrl' | 'decoyVerifierSealed'>;

const SECRET_BLOCK_SIZE_BYTES = 64;
const SRP_LIFE_MS = 2 * MINUTE_MS;

/** Begins a sign-in, or renews tokens. */
export const initiateAuth =
  (deps: FlowDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const client = await getClient(deps, input.ClientId);
    if (!client.ok) return client;
    const parameters = input.AuthParameters ?? {};
    switch (input.AuthFlow) {
      case 'USER_SRP_AUTH':
        return await beginSrp(deps, client.value, parameters);
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN':
        return await refresh(deps, client.value, parameters);
      case 'USER_PASSWORD_AUTH':
        return err(errors.flowNotEnabled(input.AuthFlow));
      case 'CUSTOM_AUTH':
      case 'USER_AUTH':
      case 'ADMIN_NO_SRP_AUTH':
      case 'ADMIN_USER_PASSWORD_AUTH':
        return err(errors.flowNotSupported);
    }
  };

async function beginSrp(
  deps: FlowDeps,
  client: Client,
  parameters: Parameters,
): Promise<Result<object, PoolError>> {
  if (!client.settings.explicitAuthFlows.includes('ALLOW_USER_SRP_AUTH')) return err(errors.srpNotEnabled);
  const name = parameters['USERNAME'];
  if (name === undefined || name === '') return err(errors.missingParameter('USERNAME'));
  const clientPublicHex = parameters['SRP_A'];
  if (clientPublicHex === undefined) return err(errors.missingParameter('SRP_A'));
  const secretHash = checkSecretHash(deps, client, { hash: parameters['SECRET_HASH'], names: [name] });
  if (!secretHash.ok) return secretHash;
  const clientPublic = parseClientPublic(clientPublicHex);
  if (clientPublic === undefined) return err(errors.srpPublicInvalid);

  const account = await resolveAccount(deps.db, client.pool, name);
  const told = tellOpenly(client, account);
  if (!told.ok) return told;
  const start = prepareSrp(deps, { client, name, account });
  const serverPrivate = randomBytes(SERVER_PRIVATE_SIZE_BYTES);
  const serverPublic = computeServerPublic(start.verifier, fromBytes(serverPrivate));
  const secretBlock = randomBytes(SECRET_BLOCK_SIZE_BYTES);
  const secretBlockHash = hashHandle(secretBlock);
  await insertSrpChallenge(deps.db, {
    secretBlockHash,
    poolId: client.pool.id,
    clientId: client.id,
    accountId: account?.id ?? null,
    userIdForSrp: start.userIdForSrp,
    nameHash: hashName(deps.vault, client.pool, name),
    clientPublic: toBytes(clientPublic),
    serverPublic: toBytes(serverPublic),
    serverPrivateSealed: deps.vault.seal(`srp|${secretBlockHash.toString('hex')}`, serverPrivate),
    expiresAt: new Date(deps.clock.now().getTime() + SRP_LIFE_MS),
  });
  return ok({
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: fromBytes(start.salt).toString(16),
      SRP_B: serverPublic.toString(16),
      SECRET_BLOCK: secretBlock.toString('base64'),
      USERNAME: start.userIdForSrp,
      USER_ID_FOR_SRP: start.userIdForSrp,
    },
  });
}

/** With PreventUserExistenceErrors=LEGACY these are said before any proof, as at Cognito. */
function tellOpenly(client: Client, account: Account | undefined): Result<void, PoolError> {
  if (client.settings.preventUserExistenceErrors === 'ENABLED') return ok(undefined);
  if (account === undefined) return err(errors.userNotFound);
  return account.status === 'UNCONFIRMED' ? err(errors.userNotConfirmed) : ok(undefined);
}

async function refresh(
  deps: FlowDeps,
  client: Client,
  parameters: Parameters,
): Promise<Result<object, PoolError>> {
  if (client.settings.rotation !== undefined) return err(errors.rotationForbidsFlow);
  if (!client.settings.explicitAuthFlows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
    return err(errors.flowNotEnabled('REFRESH_TOKEN_AUTH'));
  const token = parameters['REFRESH_TOKEN'];
  if (token === undefined) return err(errors.missingParameter('REFRESH_TOKEN'));
  const hash = parameters['SECRET_HASH'];
  if (client.secretSealed !== null && hash === undefined) return err(errors.secretHashMissing(client.id));
  const grant = await readRefreshToken(deps, client, token);
  if (!grant.ok) return grant;
  const { account } = grant.value;
  const secretHash = checkSecretHash(deps, client, { hash, names: [account.username, account.id] });
  if (!secretHash.ok) return secretHash;
  const tokens = await refreshTokens(deps, client, token);
  return tokens.ok ? ok({ ChallengeParameters: {}, AuthenticationResult: tokens.value }) : tokens;
}
