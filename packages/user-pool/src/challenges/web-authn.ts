import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { errors } from '../errors.ts';
import { createAssertionOptions, verifyAssertion } from '../passkeys/assertion.ts';
import { readAssertion } from '../passkeys/credential-json.ts';
import { createChallenge } from '../passkeys/registration.ts';
import { getRelyingParty, userVerificationOf } from '../passkeys/relying-party.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';
import { recordCredentialUse } from '../store/web-authn-credentials.ts';
import { advance } from './advance.ts';
import type { AnswerHandler, AuthResult, SignInDeps } from './answer.ts';
import { type Entry, startChallenge } from './start-challenge.ts';
import { nextStep, type SignInState } from './flow.ts';
import { checkAccountStatus } from './person.ts';
import { consumeSession, openAnySession } from './sessions.ts';

const pendingSchema = z.object({ challenge: z.string() });

export function pendingContext(subject: string): string {
  return `web authn|${subject}`;
}

export interface WebAuthnStart extends Pick<Entry, 'client' | 'person' | 'state' | 'commit'> {
  /** The name as typed, from which decoy passkeys are derived. */
  readonly name: string;
}

export async function beginWebAuthn(deps: SignInDeps, start: WebAuthnStart): AuthResult {
  const { client, person, state, name } = start;
  const relyingParty = getRelyingParty(client.pool);
  if (!relyingParty.ok) return relyingParty;
  const challenge = createChallenge();
  const options = await createAssertionOptions(deps, {
    pool: client.pool,
    relyingParty: relyingParty.value,
    name,
    subject: person.subject,
    challenge,
  });
  return await startChallenge(deps, {
    client,
    person,
    step: 'WEB_AUTHN',
    state,
    parameters: { CREDENTIAL_REQUEST_OPTIONS: options },
    pendingSealed: deps.vault.seal(
      pendingContext(person.subject),
      Buffer.from(JSON.stringify({ challenge })),
    ),
    commit: start.commit,
  });
}

/**
 * The answer consumes challenge and Session, right or wrong. A passkey with user verification can count as two factors.
 */
export const answerWebAuthn: AnswerHandler = async (deps, answer) => {
  const { client, responses } = answer;
  if (responses['CREDENTIAL'] === undefined) return err(errors.missingParameter('CREDENTIAL'));
  if (answer.session === undefined) return err(errors.missingParameter('Session'));
  const opened = await openAnySession(deps, {
    handle: answer.session,
    steps: ['WEB_AUTHN'],
    client,
    username: answer.username,
  });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const relyingParty = getRelyingParty(client.pool);
  if (!relyingParty.ok) return relyingParty;
  const response = readAssertion(responses['CREDENTIAL']);
  const refuse = async (): AuthResult => {
    const consumed = await consumeSession(deps, deps.db, session);
    return consumed.ok ? err(errors.incorrectCredentials) : consumed;
  };
  // An unknown user continues, so that the response takes as long.
  if (response === undefined || session.pendingSealed === null) return await refuse();

  const pending = deps.vault.open(pendingContext(session.subject), session.pendingSealed).toString('utf8');
  const assertion = await verifyAssertion(deps, {
    pool: client.pool,
    relyingParty: relyingParty.value,
    subject: session.subject,
    challenge: pendingSchema.parse(JSON.parse(pending)).challenge,
    response,
    isVerificationRequired: account === undefined || mustVerify(client, account, session.state),
  });
  // A temporary password must be proved and changed first.
  if (!assertion.ok || account === undefined || account.status === 'FORCE_CHANGE_PASSWORD')
    return await refuse();
  const statusCheck = checkAccountStatus(account, deps.clock.now());
  if (!statusCheck.ok) {
    const consumed = await consumeSession(deps, deps.db, session);
    return consumed.ok ? statusCheck : consumed;
  }
  return await advance(deps, {
    ...answer,
    account,
    state: session.state,
    passed: assertion.value.isUserVerified ? 'WEB_AUTHN_VERIFIED' : 'WEB_AUTHN',
    commit: async (tx) => {
      const consumed = await consumeSession(deps, tx, session);
      if (!consumed.ok) return consumed;
      const isAccepted = await recordCredentialUse(tx, { ...assertion.value, now: deps.clock.now() });
      return isAccepted ? ok(undefined) : err(errors.incorrectCredentials);
    },
  });
};

/** Whether user verification is required, which it is unless another factor follows. */
function mustVerify(client: Client, account: Account, state: SignInState): boolean {
  const { settings } = client.pool;
  if (userVerificationOf(settings) === 'required' || account.isWebAuthnMfaEnabled) return true;
  return nextStep('WEB_AUTHN', { settings, account, state }) === 'SIGNED_IN';
}
