import { assert, type Clock, err, ok, type Result } from '@coffer/kit';
import type { SigningKeys } from '@coffer/sigv4';
import { z } from 'zod';
import type { Log } from '../log/log.ts';
import { createAccountCalls } from './cognito-account.ts';
import { createPublicAccount } from './cognito-public-account.ts';
import { createAdministration } from './cognito-administration.ts';
import { type CognitoCall, createCognitoClient } from './cognito-client.ts';
import { createOwnAccount } from './cognito-own-account.ts';
import { createIdTokenVerifier, jwksUrlOf } from './id-token.ts';
import { createOfferedFactors } from './offered-factors.ts';
import type { Opening, Pool, PoolFailure, PoolStep, ProviderTokens } from './pool.ts';
import { refreshFailure, revokeFailure, signInFailure } from './pool-failures.ts';
import { type PoolClient, secretHash } from './secret-hash.ts';

export interface CognitoPoolOptions {
  /** `https://cognito-idp.<region>.amazonaws.com`, or the URL of the embedded pool. */
  readonly endpoint: string;
  /** `<region>_<name>`. The SRP hashes include the name. */
  readonly poolId: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly issuer: string;
  /** Default: a path below the issuer URL. */
  readonly jwksUrl?: string | undefined;
  readonly region: string;
  /** Without a key, the first administrator has to be created in the pool itself. */
  readonly admin?: SigningKeys | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Limit for each attempt. */
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 8_000;
/** Cognito's maximum. */
const ACCESS_LIFE_SECONDS_MAX = 86_400;

const text = z.string().min(1).max(8_192);
const AuthResult = z.object({
  AccessToken: text,
  IdToken: text,
  RefreshToken: text.optional(),
  ExpiresIn: z.number().positive(),
});
const AuthAnswer = z.object({
  ChallengeName: z.string().min(1).max(64).nullish(),
  Session: z.string().max(4_096).nullish(),
  ChallengeParameters: z.record(z.string(), z.string().max(8_192)).nullish(),
  AuthenticationResult: AuthResult.nullish(),
  AvailableChallenges: z.array(z.string().max(64)).max(20).nullish(),
});
const Associated = z.object({
  SecretCode: z.string().regex(/^[A-Z2-7]{16,256}$/),
  Session: z.string().min(1).max(4_096),
});
const Proved = z.object({
  Status: z.enum(['SUCCESS', 'ERROR']).optional(),
  Session: z.string().max(4_096).nullish(),
});
const RefreshAnswer = z.object({ AuthenticationResult: AuthResult });
const Nothing = z.unknown();

/** Members that callers must not set. */
const OWN_MEMBERS = new Set(['SECRET_HASH', 'USERNAME']);

export function createCognitoPool(options: CognitoPoolOptions): Pool {
  const { clock, log, clientId, issuer } = options;
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS;
  const keysAt = options.jwksUrl === undefined ? jwksUrlOf(issuer) : new URL(options.jwksUrl);
  const poolName = options.poolId.slice(options.poolId.indexOf('_') + 1);
  assert(
    poolName !== options.poolId && poolName !== '',
    'the pool id has no underscore, or no name after it',
  );
  const client: PoolClient = { clientId, clientSecret: options.clientSecret };
  const call = createCognitoClient({
    endpoint: options.endpoint,
    region: options.region,
    admin: options.admin,
    timeLimitMs,
    clock,
    log,
  });
  return {
    poolName,
    issuer,
    ...signInCalls({ call, client, clock }),
    ...tokenCalls({ call, client, clock }),
    ...createAccountCalls(call, options.poolId),
    ...createOwnAccount(call),
    ...createPublicAccount(call, client, {
      poolId: options.poolId,
      contextOf: (address) => personOf(client, address),
    }),
    ...createAdministration(call, {
      poolId: options.poolId,
      isAdministered: options.admin !== undefined,
    }),
    offeredFactors: createOfferedFactors(call, { poolId: options.poolId, log }),
    verifyIdToken: createIdTokenVerifier({ issuer, keysAt, clientId, timeLimitMs, clock, log }),
    ping: async () => await ping(keysAt, timeLimitMs),
  };
}

interface Calls {
  readonly call: CognitoCall;
  readonly client: PoolClient;
  readonly clock: Clock;
}

function signInCalls({
  call,
  client,
  clock,
}: Calls): Pick<Pool, 'start' | 'answer' | 'beginAuthenticatorSetup' | 'proveAuthenticatorSetup'> {
  return {
    async start({ username, opening, address }) {
      const { flow, parameters } = flowOf(opening);
      const answer = await call(
        'InitiateAuth',
        {
          AuthFlow: flow,
          ClientId: client.clientId,
          AuthParameters: { ...parameters, ...naming(client, username) },
          ...personOf(client, address),
        },
        AuthAnswer,
      );
      return answer.ok ? toStep(answer.value, clock.now()) : err(signInFailure(answer.error, undefined));
    },
    async answer({ challenge, session, username, responses, address }) {
      const given = Object.entries(responses).filter(([name]) => !OWN_MEMBERS.has(name));
      const answer = await call(
        'RespondToAuthChallenge',
        {
          ChallengeName: challenge,
          ClientId: client.clientId,
          ...(session === undefined ? {} : { Session: session }),
          ChallengeResponses: { ...Object.fromEntries(given), ...naming(client, username) },
          ...personOf(client, address),
        },
        AuthAnswer,
      );
      return answer.ok ? toStep(answer.value, clock.now()) : err(signInFailure(answer.error, challenge));
    },
    async beginAuthenticatorSetup(session) {
      const answer = await call('AssociateSoftwareToken', { Session: session }, Associated);
      if (!answer.ok) return err(signInFailure(answer.error, 'MFA_SETUP'));
      return ok({ secret: answer.value.SecretCode, session: answer.value.Session });
    },
    async proveAuthenticatorSetup({ session, code }) {
      const answer = await call('VerifySoftwareToken', { Session: session, UserCode: code }, Proved);
      if (!answer.ok) return err(signInFailure(answer.error, 'MFA_SETUP'));
      const { Status, Session } = answer.value;
      if (Status === 'ERROR' || Session == null) return err({ code: 'challenge_failed' });
      return ok({ session: Session });
    },
  };
}

function flowOf(opening: Opening): {
  readonly flow: string;
  readonly parameters: Readonly<Record<string, string>>;
} {
  switch (opening.first) {
    case 'password':
      return { flow: 'USER_SRP_AUTH', parameters: { SRP_A: opening.srpA } };
    case 'passkey':
      return { flow: 'USER_AUTH', parameters: { PREFERRED_CHALLENGE: 'WEB_AUTHN' } };
    case 'choice':
      return { flow: 'USER_AUTH', parameters: {} };
    case 'custom':
      return { flow: 'CUSTOM_AUTH', parameters: {} };
  }
}

function tokenCalls({ call, client, clock }: Calls): Pick<Pool, 'refresh' | 'revoke'> {
  const secret = client.clientSecret === undefined ? {} : { ClientSecret: client.clientSecret };
  return {
    async refresh({ refreshToken }) {
      const answer = await call(
        'GetTokensFromRefreshToken',
        { ClientId: client.clientId, RefreshToken: refreshToken, ...secret },
        RefreshAnswer,
      );
      if (!answer.ok) return err(refreshFailure(answer.error));
      const result = answer.value.AuthenticationResult;
      // Without rotation, the response contains no new refresh token.
      return ok(toTokens({ ...result, RefreshToken: result.RefreshToken ?? refreshToken }, clock.now()));
    },
    async revoke({ refreshToken }) {
      const answer = await call(
        'RevokeToken',
        { ClientId: client.clientId, Token: refreshToken, ...secret },
        Nothing,
      );
      return answer.ok ? ok(undefined) : err(revokeFailure(answer.error));
    },
  };
}

function naming(client: PoolClient, username: string): Record<string, string> {
  const hash = secretHash(client, username);
  return { USERNAME: username, ...(hash === undefined ? {} : { SECRET_HASH: hash }) };
}

/**
 * The client's IP address, so that the pool's rate limits count people and not this server. Only for confidential
 * clients.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_UserContextDataType.html
 */
function personOf(client: PoolClient, address: string): Record<string, unknown> {
  return client.clientSecret === undefined || address === ''
    ? {}
    : { UserContextData: { IpAddress: address } };
}

function toStep(answer: z.infer<typeof AuthAnswer>, now: Date): Result<PoolStep, PoolFailure> {
  if (answer.AuthenticationResult) {
    const { RefreshToken } = answer.AuthenticationResult;
    if (RefreshToken === undefined) return err({ code: 'pool_refused', exception: 'NoRefreshToken' });
    return ok({ kind: 'signed_in', tokens: toTokens({ ...answer.AuthenticationResult, RefreshToken }, now) });
  }
  if (!answer.ChallengeName) return err({ code: 'pool_refused', exception: 'NoChallenge' });
  return ok({
    kind: 'challenge',
    challenge: answer.ChallengeName,
    session: answer.Session ?? undefined,
    parameters: answer.ChallengeParameters ?? {},
    choices: answer.AvailableChallenges ?? [],
  });
}

function toTokens(
  result: z.infer<typeof AuthResult> & { readonly RefreshToken: string },
  now: Date,
): ProviderTokens {
  const lifeSeconds = Math.min(result.ExpiresIn, ACCESS_LIFE_SECONDS_MAX);
  return {
    accessToken: result.AccessToken,
    idToken: result.IdToken,
    refreshToken: result.RefreshToken,
    accessExpiresAt: new Date(now.getTime() + lifeSeconds * 1_000),
  };
}

async function ping(keysAt: URL, timeLimitMs: number): Promise<Result<void, PoolFailure>> {
  try {
    const response = await fetch(keysAt, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    await response.body?.cancel();
    return response.ok ? ok(undefined) : err({ code: 'pool_unavailable' });
  } catch {
    return err({ code: 'pool_unavailable' });
  }
}
