import { err } from '@coffer/kit';
import { errors } from '../errors.ts';
import type { Client } from '../store/pools.ts';
import { listWebAuthnCredentials } from '../store/web-authn-credentials.ts';
import { advance } from './advance.ts';
import type { AnswerHandler, AuthResult, SignInContext, SignInDeps, SignInRequest } from './answer.ts';
import { beginSrp } from './begin-srp.ts';
import { type Entry, startChallenge } from './start-challenge.ts';
import { FIRST_FACTORS, type FirstFactor, offeredFactors, type SignInState } from './flow.ts';
import { beginPassword } from './password.ts';
import { checkAccountStatus, type Person, personBehind } from './person.ts';
import { consumeSession, openAnySession, openSession } from './sessions.ts';
import { beginWebAuthn } from './web-authn.ts';

/** USER_AUTH: begins the preferred factor, or offers a choice. */
export async function beginChoice(
  deps: SignInDeps,
  request: SignInRequest & { readonly person: Person; readonly name: string; readonly state: SignInState },
): AuthResult {
  const { client, person, name, parameters } = request;
  const offered = offeredFactors(
    client.pool.settings,
    person.account,
    await offersPasskey(deps, client, person),
  );
  const state = { ...request.state, offered: [...offered] };
  const preferred = readFactor(parameters['PREFERRED_CHALLENGE']);
  if (preferred === undefined || !offered.includes(preferred))
    return await startChallenge(deps, { client, person, step: 'SELECT_CHALLENGE', state, name });
  return await beginFactor(deps, { context: request, person, name, state, given: parameters }, preferred);
}

/** SELECT_CHALLENGE: starts the chosen factor, with its first response if sent. */
export const answerSelectChallenge: AnswerHandler = async (deps, answer) => {
  const factor = readFactor(answer.responses['ANSWER']);
  if (answer.responses['ANSWER'] === undefined) return err(errors.missingParameter('ANSWER'));
  return await chooseFactor(deps, answer, factor);
};

export const answerPasswordSrp: AnswerHandler = async (deps, answer) =>
  await chooseFactor(deps, answer, 'PASSWORD_SRP');

async function chooseFactor(
  deps: SignInDeps,
  answer: Parameters<AnswerHandler>[1],
  factor: FirstFactor | undefined,
): AuthResult {
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const { client, username } = answer;
  const opened = await openAnySession(deps, {
    handle: answer.session,
    steps: ['SELECT_CHALLENGE', 'PASSWORD_SRP'],
    client,
    username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  if (factor === undefined || session.state.offered?.includes(factor) !== true)
    return err(errors.challengeNotOffered);
  const start: FactorStart = {
    context: answer,
    person: personBehind(deps, client, { username, account }),
    name: username,
    state: session.state,
    given: answer.responses,
    uses: session.handleHash,
    commit: (tx) => consumeSession(deps, tx, session),
  };
  return await beginFactor(deps, start, factor);
}

interface FactorStart extends Pick<Entry, 'commit'> {
  readonly context: SignInContext;
  readonly person: Person;
  readonly name: string;
  readonly state: SignInState;
  readonly given: Readonly<Record<string, string>>;
  readonly uses?: Buffer;
}

async function beginFactor(deps: SignInDeps, start: FactorStart, factor: FirstFactor): AuthResult {
  const { context, person, name, state, given, commit } = start;
  const { client } = context;
  const entry = { client, person, state, name, commit };
  switch (factor) {
    case 'PASSWORD':
      return given['PASSWORD'] === undefined
        ? await startChallenge(deps, { ...entry, step: 'PASSWORD' })
        : await beginPassword(deps, { context, person, password: given['PASSWORD'], state, commit });
    case 'PASSWORD_SRP':
      return given['SRP_A'] === undefined
        ? await startChallenge(deps, { ...entry, step: 'PASSWORD_SRP' })
        : await beginSrp(deps, {
            client,
            person,
            name,
            state,
            clientPublicHex: given['SRP_A'],
            ...(start.uses === undefined ? {} : { uses: start.uses }),
          });
    case 'EMAIL_OTP':
      return await startChallenge(deps, { ...entry, step: 'EMAIL_OTP_FIRST' });
    case 'SMS_OTP':
      return await startChallenge(deps, { ...entry, step: 'SMS_OTP' });
    case 'WEB_AUTHN':
      return await beginWebAuthn(deps, entry);
  }
}

/** USER_AUTH with the Session of ConfirmSignUp, which proved that the user owns an address. */
export async function beginAfterSignUp(
  deps: SignInDeps,
  request: SignInRequest & { readonly name: string; readonly session: string },
): AuthResult {
  const { client, name } = request;
  const opened = await openSession(deps, {
    handle: request.session,
    steps: ['SIGNED_UP'],
    client,
    username: name,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const statusCheck = checkAccountStatus(account, deps.clock.now());
  if (!statusCheck.ok) return statusCheck;
  return await advance(deps, {
    ...request,
    account,
    state: session.state,
    passed: 'SIGNED_UP',
    commit: (tx) => consumeSession(deps, tx, session),
  });
}

/**
 * Whether to offer a passkey. If user existence is hidden, users without passkeys get decoys, with the same lookups for
 * equal timing.
 */
async function offersPasskey(deps: SignInDeps, client: Client, person: Person): Promise<boolean> {
  if (client.pool.settings.webAuthn.relyingPartyId === undefined) return false;
  const page = { limit: 1, after: undefined };
  const own = await listWebAuthnCredentials(deps.db, person.subject, page);
  return own.length > 0 || client.settings.preventUserExistenceErrors === 'ENABLED';
}

function readFactor(name: string | undefined): FirstFactor | undefined {
  return FIRST_FACTORS.find((factor) => factor === name);
}
