import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction, keepOnError } from '../../platform/db/transaction.ts';
import { POOL_RULES } from '../../platform/identity/issuers.ts';
import type { Identity, ProviderTokens } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import {
  deriveSessionSecret,
  supersedeSession,
  hashSecret,
  insertSession,
  isSecret,
  later,
  queueTokenRevocation,
  newSecret,
  purposes,
} from '../session/index.ts';
import { deviceLabel, ENDED, REPEAT_MS, SIGNED_IN } from './model.ts';
import { admitPerson } from './admit-person.ts';
import { sealParameters, serializeFailure } from './attempt-state.ts';
import { giveWhatWaits } from './give-what-waits.ts';
import { lockAttempt, updateAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'cipher' | 'log' | 'newId' | 'settings'>;

export interface Finish {
  readonly attemptId: string;
  readonly attemptSecret: string;
  readonly answerId: string;
  readonly tokens: ProviderTokens;
  readonly identity: Identity;
  /** The secret of the browser's current session, which the new one replaces. */
  readonly previousSecret: string | undefined;
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Creates the session in one transaction, and returns the secret for the cookie. A person without access gets no
 * session, and the tokens are revoked.
 */
export async function finishSignIn(services: Needs, finish: Finish): Outcome<string, Failure> {
  const now = services.clock.now();
  const finished = await inTransaction(services.db, async (tx): Outcome<string, Failure> => {
    const attempt = await lockAttempt(tx, { id: finish.attemptId, now });
    if (attempt?.claimed_until == null || attempt.last_answer_id !== finish.answerId) {
      // The attempt was cancelled or replaced in the meantime.
      keepOnError(tx);
      await queueTokenRevocation(services, tx, { refreshToken: finish.tokens.refreshToken, issuerId: null });
      return err({ code: 'challenge_expired' });
    }
    const person = await admitPerson(services, tx, {
      identity: finish.identity,
      rules: POOL_RULES,
      groupPrefix: '',
    });
    if (!person.ok) {
      keepOnError(tx);
      await queueTokenRevocation(services, tx, { refreshToken: finish.tokens.refreshToken, issuerId: null });
      await updateAttempt(tx, attempt.id, { step: ENDED, lastFailure: serializeFailure(person.error) });
      return person;
    }
    return ok(await openSession(services, tx, { ...finish, userId: person.value.id }));
  });
  if (finished.ok) await giveWhatWaits(services, finish.identity.email);
  return finished;
}

async function openSession(
  services: Needs,
  tx: Tx,
  finish: Finish & { readonly userId: string },
): Promise<string> {
  const { cipher } = services;
  const now = services.clock.now();
  const nonce = newSecret();
  const secret = deriveSessionSecret(finish.attemptSecret, nonce);
  const id = hashSecret(secret);
  if (isSecret(finish.previousSecret)) {
    const previousId = hashSecret(finish.previousSecret);
    await supersedeSession(services, tx, { previousId, successorId: id, userId: finish.userId });
  }
  await insertSession(tx, {
    id,
    issuerId: null,
    userId: finish.userId,
    username: finish.identity.username,
    accessTokenSealed: cipher.seal(finish.tokens.accessToken, purposes.accessToken(id)),
    refreshTokenSealed: cipher.seal(finish.tokens.refreshToken, purposes.refreshToken(id)),
    accessExpiresAt: finish.tokens.accessExpiresAt,
    deviceLabel: deviceLabel(finish.userAgent),
    address: finish.address,
    now,
    provedAt: now,
    expiresAt: later(now, SERVER_LIMITS.sessionAbsoluteMs),
  });
  recordAudit(tx, {
    action: 'signed_in',
    at: now,
    actor: { kind: 'person', id: finish.userId },
    facts: { device: deviceLabel(finish.userAgent) },
  });
  await updateAttempt(tx, finish.attemptId, {
    step: SIGNED_IN,
    poolSessionSealed: null,
    parametersSealed: sealParameters(cipher, finish.attemptId, { nonce }),
    sessionId: id,
    expiresAt: later(now, REPEAT_MS),
  });
  return secret;
}
