import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { presentAttributes } from '../accounts/attributes.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import { advance } from './advance.ts';
import type {
  Answer,
  AnswerHandler,
  AuthResult,
  SignInContext,
  SignInDeps,
  SignInRequest,
} from './answer.ts';
import { beginSrp } from './begin-srp.ts';
import {
  type ChallengeRound,
  type CustomModule,
  type HookEvent,
  runCreate,
  runDefine,
  runVerify,
} from './custom-module.ts';
import { startChallenge } from './start-challenge.ts';
import type { SignInState } from './flow.ts';
import { answerCode } from './one-time-code.ts';
import { checkAccountStatus, type Person, personBehind, personOf } from './person.ts';
import { consumeSession, openAnySession } from './sessions.ts';

const ROUNDS_MAX = 10;
const pendingSchema = z.record(z.string(), z.string());

interface CustomProgress extends SignInContext {
  readonly person: Person;
  readonly state: SignInState;
  readonly name: string;
  readonly commit?: ((tx: Tx) => Promise<Result<void, PoolError>>) | undefined;
}

/** CUSTOM_AUTH: the pool's own question or its module's hooks, with a password proof first if requested. */
export async function beginCustom(
  deps: SignInDeps,
  request: SignInRequest & { readonly person: Person; readonly name: string; readonly state: SignInState },
): AuthResult {
  const { person, name, client, parameters } = request;
  const wantsPassword = parameters['CHALLENGE_NAME'] === 'SRP_A';
  const rounds = wantsPassword ? [{ challengeName: 'SRP_A', challengeResult: true }] : [];
  const state: SignInState = { ...request.state, rounds };
  if (!wantsPassword) return await decide(deps, { ...request, state });
  const isAsked = await asksForPassword(deps, { ...request, state });
  if (!isAsked.ok) return isAsked;
  if (!isAsked.value) return err(errors.incorrectCredentials);
  return await beginSrp(deps, { client, person, name, state, clientPublicHex: parameters['SRP_A'] });
}

export async function continueAfterPassword(
  deps: SignInDeps,
  answer: Answer & { readonly account: Account; readonly state: SignInState },
): AuthResult {
  const { account, state } = answer;
  const rounds = [...(state.rounds ?? []), { challengeName: 'PASSWORD_VERIFIER', challengeResult: true }];
  return await decide(deps, {
    ...answer,
    person: personOf(deps, answer.client, account),
    name: answer.username,
    state: { ...state, rounds },
  });
}

export const answerCustomChallenge: AnswerHandler = async (deps, answer) => {
  const { client } = answer;
  const { customAuth } = client.pool.settings;
  if (customAuth === undefined) return err(errors.customAuthNotConfigured);
  if (customAuth.kind === 'email_code')
    return await answerCode(deps, answer, { member: 'ANSWER', steps: ['CUSTOM_CHALLENGE'] });

  const given = answer.responses['ANSWER'];
  if (given === undefined) return err(errors.missingParameter('ANSWER'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openAnySession(deps, {
    handle: answer.session,
    steps: ['CUSTOM_CHALLENGE'],
    client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const hooks = findModule(deps, client.pool.settings.customAuth);
  if (!hooks.ok) return hooks;
  const person = personBehind(deps, client, { username: answer.username, account });
  const kept = openPending(deps, session.subject, session.pendingSealed);
  const progress = { ...answer, person, state: session.state, name: answer.username };
  const verified = await runVerify(
    hooks.value,
    eventOf(progress, 'VerifyAuthChallengeResponse_Authentication', {
      privateChallengeParameters: kept,
      challengeAnswer: given,
    }),
  );
  if (!verified.ok) return verified;
  const rounds = (session.state.rounds ?? []).map((round, at, all) =>
    at === all.length - 1 ? { ...round, challengeResult: verified.value.answerCorrect } : round,
  );
  return await decide(deps, {
    ...progress,
    state: { ...session.state, rounds },
    commit: (tx) => consumeSession(deps, tx, session),
  });
};

async function decide(deps: SignInDeps, progress: CustomProgress): AuthResult {
  const { client, person, state, commit } = progress;
  const { customAuth } = client.pool.settings;
  if (customAuth?.kind === 'email_code') {
    // Request parameters such as SECRET_HASH must not return to the client.
    return await startChallenge(deps, { ...progress, step: 'CUSTOM_CHALLENGE', parameters: {} });
  }
  const hooks = findModule(deps, customAuth);
  if (!hooks.ok) return hooks;
  const definition = await define(hooks.value, progress);
  if (!definition.ok) return definition;
  const { issueTokens, failAuthentication, challengeName } = definition.value;
  if (failAuthentication === true) return await fail(deps, commit);
  if (issueTokens === true) {
    const { account } = person;
    // A module can accept an unknown user, who must not get tokens.
    if (account === undefined) return await fail(deps, commit);
    const statusCheck = checkAccountStatus(account, deps.clock.now());
    if (!statusCheck.ok) return statusCheck;
    return await advance(deps, { ...progress, account, passed: 'CUSTOM_CHALLENGE' });
  }
  const asked = (state.rounds ?? []).filter((round) => round.challengeName === 'CUSTOM_CHALLENGE').length;
  if (challengeName !== 'CUSTOM_CHALLENGE' || asked >= ROUNDS_MAX) return await fail(deps, commit);
  const question = await runCreate(
    hooks.value,
    eventOf(progress, 'CreateAuthChallenge_Authentication', {
      challengeName,
      session: state.rounds ?? [],
    }),
  );
  if (!question.ok) return question;
  const { publicChallengeParameters, privateChallengeParameters, challengeMetadata } = question.value;
  const round: ChallengeRound = {
    challengeName,
    challengeResult: false,
    ...(typeof challengeMetadata === 'string' ? { challengeMetadata } : {}),
  };
  return await startChallenge(deps, {
    ...progress,
    step: 'CUSTOM_CHALLENGE',
    state: { ...state, rounds: [...(state.rounds ?? []), round] },
    parameters: publicChallengeParameters ?? {},
    pendingSealed: deps.vault.seal(
      pendingContext(person.subject),
      Buffer.from(JSON.stringify(privateChallengeParameters ?? {}), 'utf8'),
    ),
  });
}

async function fail(deps: SignInDeps, commit: CustomProgress['commit']): AuthResult {
  const committed = await deps.db.transaction().execute(async (tx) => (await commit?.(tx)) ?? ok(undefined));
  return committed.ok ? err(errors.incorrectCredentials) : committed;
}

/**
 * Whether a password comes first. The built-in challenge always requires it; a module requests it with
 * PASSWORD_VERIFIER.
 */
async function asksForPassword(
  deps: SignInDeps,
  progress: CustomProgress,
): Promise<Result<boolean, PoolError>> {
  const { customAuth } = progress.client.pool.settings;
  if (customAuth?.kind === 'email_code') return ok(true);
  const hooks = findModule(deps, customAuth);
  if (!hooks.ok) return hooks;
  const definition = await define(hooks.value, progress);
  if (!definition.ok) return definition;
  const { challengeName, issueTokens, failAuthentication } = definition.value;
  return ok(challengeName === 'PASSWORD_VERIFIER' && issueTokens !== true && failAuthentication !== true);
}

async function define(hooks: CustomModule, progress: CustomProgress) {
  const session = progress.state.rounds ?? [];
  return await runDefine(hooks, eventOf(progress, 'DefineAuthChallenge_Authentication', { session }));
}

function findModule(
  deps: Pick<SignInDeps, 'customModules'>,
  customAuth: SignInContext['client']['pool']['settings']['customAuth'],
): Result<CustomModule, PoolError> {
  const found = customAuth?.kind === 'module' ? deps.customModules.get(customAuth.path) : undefined;
  return found === undefined ? err(errors.customAuthNotConfigured) : ok(found);
}

function eventOf(
  progress: CustomProgress,
  triggerSource: HookEvent['triggerSource'],
  request: Readonly<Record<string, unknown>>,
): HookEvent {
  const { client, person, metadata } = progress;
  const { account } = person;
  const userAttributes =
    account === undefined
      ? {}
      : {
          ...Object.fromEntries(presentAttributes(account).map(({ Name, Value }) => [Name, Value])),
          'cognito:user_status': account.status,
        };
  return {
    version: '1',
    triggerSource,
    region: client.pool.id.split('_')[0] ?? '',
    userPoolId: client.pool.id,
    userName: person.userIdForSrp,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: client.id },
    request: {
      userAttributes,
      ...(account === undefined ? { userNotFound: true } : {}),
      ...(metadata === undefined ? {} : { clientMetadata: metadata }),
      ...request,
    },
  };
}

export function pendingContext(subject: string): string {
  return `question|${subject}`;
}

function openPending(
  deps: Pick<SignInDeps, 'vault'>,
  subject: string,
  sealed: string | null,
): Readonly<Record<string, string>> {
  if (sealed === null) return {};
  const text = deps.vault.open(pendingContext(subject), sealed).toString('utf8');
  return pendingSchema.parse(JSON.parse(text));
}
