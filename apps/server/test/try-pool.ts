import { randomUUID } from 'node:crypto';
import type { Clock, Result } from '@coffer/kit';
import { cognitoTimestamp } from '@coffer/srp';
import { srpClient } from '@coffer/testing';
import { authenticatorCode } from '@coffer/testing/totp';
import type { Pool, PoolFailure, PoolStep, ProviderTokens } from '../src/platform/identity/pool.ts';

export interface Tried {
  readonly step: string;
  readonly state: 'ok' | 'fail' | 'not there';
  readonly seen: string;
}

export interface TrialPerson {
  readonly username: string;
  readonly password: string;
  readonly newPassword: string | undefined;
  /** Base32. */
  readonly authenticatorSecret: string | undefined;
}

/** Operations that an emulator may lack. */
export type Lacking = ReadonlySet<'refresh' | 'revoke' | 'proof'>;

/** Tries the contract of a pool with one account. Wrong passwords come first: they must not lock it. */
export async function tryPool(
  pool: Pool,
  person: TrialPerson,
  { clock, lacking }: { readonly clock: Clock; readonly lacking: Lacking },
): Promise<readonly Tried[]> {
  const tried: Tried[] = [];
  const note = (step: string, isAsItShould: boolean, seen: string): boolean => {
    tried.push({ step, state: isAsItShould ? 'ok' : 'fail', seen });
    return isAsItShould;
  };
  const skip = (step: string, seen: string): number => tried.push({ step, state: 'not there', seen });

  const pinged = await pool.ping();
  if (!note('the pool answers', pinged.ok, wordOf(pinged))) return tried;

  const begin = async (username: string, password: string): Promise<Result<PoolStep, PoolFailure>> =>
    await prove({ pool, clock }, username, password);
  if (lacking.has('proof')) skip('a wrong password is refused', 'it looks at no proof');
  else {
    const wrong = await begin(person.username, `${person.password}-not`);
    note('a wrong password is refused', isFailure(wrong, 'sign_in_failed'), wordOf(wrong));
  }
  const stranger = await begin(`nobody-${randomUUID()}@example.org`, person.password);
  note(
    'an unknown name is refused in the same words',
    isFailure(stranger, 'sign_in_failed'),
    wordOf(stranger),
  );

  const signedIn = await goOn({ pool, clock }, await begin(person.username, person.password), person);
  const isIn = signedIn.ok && signedIn.value.kind === 'signed_in';
  if (!note('the right password signs in, by proof alone', isIn, wordOf(signedIn))) return tried;
  if (!signedIn.ok || signedIn.value.kind !== 'signed_in') return tried;
  const { tokens } = signedIn.value;

  const identity = await pool.verifyIdToken(tokens.idToken);
  note('the ID token is the pool’s, and for Coffer', identity.ok, wordOf(identity));
  note(
    'it names an e-mail address',
    identity.ok && identity.value.email !== '',
    identity.ok ? (identity.value.emailVerified ? 'verified' : 'not verified') : '',
  );
  const account = await pool.getAccount(tokens.accessToken);
  note('the access token opens the own account', account.ok, wordOf(account));

  let newest: ProviderTokens = tokens;
  if (lacking.has('refresh')) skip('tokens are renewed', 'it has no GetTokensFromRefreshToken');
  else {
    const renewed = await pool.refresh({ refreshToken: tokens.refreshToken });
    note('tokens are renewed', renewed.ok, wordOf(renewed));
    if (renewed.ok) {
      newest = renewed.value;
      const isReplaced = newest.refreshToken !== tokens.refreshToken;
      const again = await pool.verifyIdToken(newest.idToken);
      note(
        'the renewed ID token is the same person’s',
        isSame(identity, again),
        isReplaced ? 'rotating' : 'not rotating',
      );
    }
  }
  if (lacking.has('revoke')) {
    skip('signing out revokes the refresh token', 'it has no RevokeToken');
    return tried;
  }
  const revoked = await pool.revoke({ refreshToken: newest.refreshToken });
  note('signing out is taken', revoked.ok, wordOf(revoked));
  const after = await pool.refresh({ refreshToken: newest.refreshToken });
  note('signing out revokes the refresh token', isFailure(after, 'session_ended'), wordOf(after));
  const closed = await pool.getAccount(newest.accessToken);
  note('and the access token with it', isFailure(closed, 'session_ended'), wordOf(closed));
  return tried;
}

type Needs = { readonly pool: Pool; readonly clock: Clock };

async function prove(
  { pool, clock }: Needs,
  username: string,
  password: string,
): Promise<Result<PoolStep, PoolFailure>> {
  const client = srpClient();
  const started = await pool.start({
    username,
    opening: { first: 'password', srpA: client.srpA },
    address: '',
  });
  if (!started.ok || started.value.kind !== 'challenge') return started;
  const { challenge, session, parameters } = started.value;
  if (challenge !== 'PASSWORD_VERIFIER') return started;
  const userIdForSrp = parameters['USER_ID_FOR_SRP'] ?? '';
  const timestamp = cognitoTimestamp(clock.now());
  const secretBlock = parameters['SECRET_BLOCK'] ?? '';
  const signature = client.sign(
    password,
    {
      poolName: pool.poolName,
      userIdForSrp,
      salt: parameters['SALT'] ?? '',
      srpB: parameters['SRP_B'] ?? '',
      secretBlock,
    },
    timestamp,
  );
  return await pool.answer({
    challenge,
    session,
    username: userIdForSrp,
    address: '',
    responses: {
      PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
      PASSWORD_CLAIM_SIGNATURE: signature,
      TIMESTAMP: timestamp,
    },
  });
}

const CHALLENGES_MAX = 4;

async function goOn(
  { pool, clock }: Needs,
  first: Result<PoolStep, PoolFailure>,
  person: TrialPerson,
): Promise<Result<PoolStep, PoolFailure>> {
  let step = first;
  for (let rounds = 0; rounds < CHALLENGES_MAX; rounds += 1) {
    if (!step.ok || step.value.kind === 'signed_in') return step;
    const { challenge, session, parameters } = step.value;
    const responses = responsesTo(challenge, person, clock);
    if (responses === undefined) return step;
    const username = parameters['USER_ID_FOR_SRP'] ?? parameters['USERNAME'] ?? person.username;
    step = await pool.answer({ challenge, session, username, responses, address: '' });
  }
  return step;
}

function responsesTo(
  challenge: string,
  { newPassword, authenticatorSecret }: TrialPerson,
  clock: Clock,
): Readonly<Record<string, string>> | undefined {
  if (challenge === 'NEW_PASSWORD_REQUIRED' && newPassword !== undefined)
    return { NEW_PASSWORD: newPassword };
  if (challenge === 'SOFTWARE_TOKEN_MFA' && authenticatorSecret !== undefined)
    return { SOFTWARE_TOKEN_MFA_CODE: authenticatorCode(authenticatorSecret, clock.now()) };
  return undefined;
}

function isFailure(result: Result<unknown, PoolFailure>, code: PoolFailure['code']): boolean {
  return !result.ok && result.error.code === code;
}

function isSame(
  one: Result<{ readonly subject: string }, PoolFailure>,
  other: Result<{ readonly subject: string }, PoolFailure>,
): boolean {
  return one.ok && other.ok && one.value.subject === other.value.subject;
}

function wordOf(result: Result<unknown, PoolFailure>): string {
  if (!result.ok) {
    return result.error.code === 'pool_refused'
      ? `pool_refused ${result.error.exception}`
      : result.error.code;
  }
  const { value } = result;
  const isChallenge = typeof value === 'object' && value !== null && 'challenge' in value;
  return isChallenge ? `asks for ${String(value.challenge)}` : 'done';
}
