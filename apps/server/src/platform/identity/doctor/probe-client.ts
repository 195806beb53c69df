import { randomBytes, randomUUID } from 'node:crypto';
import type { Diagnosis } from '../../diagnosis.ts';
import { secretHash } from '../secret-hash.ts';
import { callPool, type Outcome } from './call.ts';
import { type DiagnosisCode, diagnose } from './diagnoses.ts';
import type { ExaminedPool } from './examined.ts';

/** Signs in as an unknown user. A pool that hides which users exist responds normally. */
export async function probeClient(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  const srpA = randomBytes(256).toString('hex');
  const opened = await initiate(pool, 'USER_SRP_AUTH', { SRP_A: srpA });
  const first = await judgeOpening(pool, opened, async () => {
    const bare = { ...pool, clientSecret: undefined };
    return await initiate(bare, 'USER_SRP_AUTH', { SRP_A: srpA });
  });
  if (first !== undefined && ENDING.has(first)) return [diagnose(first, pool, nameOf(opened))];
  const wants: readonly (readonly [boolean, string, DiagnosisCode, string])[] = [
    [offers(pool, 'passkey') || offers(pool, 'choice'), 'USER_AUTH', 'user_auth_off', 'more than a password'],
    [offers(pool, 'custom'), 'CUSTOM_AUTH', 'custom_auth_off', ''],
  ];
  const others = await Promise.all(
    wants
      .filter(([isWanted]) => isWanted)
      .map(async ([, flow, code, seen]) =>
        isFlowOff(await initiate(pool, flow, {})) ? diagnose(code, pool, seen) : undefined,
      ),
  );
  return [
    first === undefined ? undefined : diagnose(first, pool, nameOf(opened)),
    ...others,
    ...(await probeRefresh(pool)),
  ].filter((each) => each !== undefined);
}

/** Diagnoses after which nothing else can be tested. */
const ENDING: ReadonlySet<DiagnosisCode> = new Set([
  'client_unknown',
  'secret_missing',
  'secret_wrong',
  'secret_superfluous',
  'pool_failing',
]);

async function initiate(
  pool: ExaminedPool,
  AuthFlow: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const username = `coffer-doctor-${randomUUID()}`;
  const hash = secretHash(pool, username);
  const named = { USERNAME: username, ...(hash === undefined ? {} : { SECRET_HASH: hash }) };
  return await callPool(pool, 'InitiateAuth', {
    body: { AuthFlow, ClientId: pool.clientId, AuthParameters: { ...parameters, ...named } },
  });
}

async function judgeOpening(
  pool: ExaminedPool,
  outcome: Outcome,
  withoutSecret: () => Promise<Outcome>,
): Promise<DiagnosisCode | undefined> {
  if (outcome.kind === 'done') return undefined;
  if (outcome.kind !== 'exception' || THROTTLED.has(outcome.name)) return 'pool_failing';
  const { name, message } = outcome;
  if (name === 'ResourceNotFoundException') return 'client_unknown';
  if (name === 'UserNotFoundException') return 'existence_revealed';
  if (isFlowOff(outcome)) return 'srp_off';
  if (name !== 'NotAuthorizedException' || !/secret/i.test(message)) return undefined;
  if (pool.clientSecret === undefined) return 'secret_missing';
  const bare = await withoutSecret();
  const needsOne = bare.kind === 'exception' && /secret/i.test(bare.message);
  return needsOne ? 'secret_wrong' : 'secret_superfluous';
}

const THROTTLED = new Set(['TooManyRequestsException', 'LimitExceededException']);

function isFlowOff(outcome: Outcome): boolean {
  return (
    outcome.kind === 'exception' &&
    outcome.name === 'InvalidParameterException' &&
    /not (enabled|supported)/i.test(outcome.message)
  );
}

async function probeRefresh(pool: ExaminedPool): Promise<readonly Diagnosis[]> {
  const token = randomBytes(64).toString('base64url');
  const secret = pool.clientSecret === undefined ? {} : { ClientSecret: pool.clientSecret };
  const renewed = await callPool(pool, 'GetTokensFromRefreshToken', {
    body: { ClientId: pool.clientId, RefreshToken: token, ...secret },
  });
  if (renewed.kind === 'exception' && !REFUSALS_OF_A_TOKEN.has(renewed.name) && !THROTTLED.has(renewed.name))
    return [diagnose('refresh_off', pool, renewed.name)];
  // With rotation, Cognito refuses this flow without checking the token.
  const older = await initiate(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: token });
  const looked = older.kind === 'exception' && older.name === 'NotAuthorizedException';
  return looked ? [diagnose('rotation_off', pool)] : [];
}

const REFUSALS_OF_A_TOKEN = new Set(['NotAuthorizedException', 'RefreshTokenReuseException']);

function offers(pool: ExaminedPool, method: ExaminedPool['offers'][number]): boolean {
  return pool.offers.includes(method);
}

function nameOf(outcome: Outcome): string {
  if (outcome.kind === 'exception') return outcome.name;
  return 'status' in outcome ? String(outcome.status) : outcome.kind;
}
