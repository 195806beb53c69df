import { SERVER_LIMITS } from '@coffer/contracts';
import { err, MINUTE_MS, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction, keepOnError } from '../../platform/db/transaction.ts';
import type { Issuer, IssuerTokens } from '../../platform/identity/issuers.ts';
import type { Identity } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import {
  supersedeSession,
  hashSecret,
  insertSession,
  isSecret,
  isSignedOutAlready,
  later,
  queueTokenRevocation,
  lockIssuer,
  newSecret,
  purposes,
} from '../session/index.ts';
import { deviceLabel } from './model.ts';
import { admitPerson } from './admit-person.ts';
import { giveWhatWaits } from './give-what-waits.ts';
import { findRedirect, takeRedirect } from './store/redirects.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'issuers' | 'cipher' | 'log' | 'newId' | 'settings'>;

export interface RedirectReturn {
  readonly query: string;
  readonly redirectSecret: string | undefined;
  /** The secret of the browser's current session, which the new one replaces. */
  readonly previousSecret: string | undefined;
  readonly address: string;
  readonly userAgent: string;
  /** Called when the attempt is consumed. */
  readonly onTaken: () => void;
}

export interface FinishedRedirect {
  readonly sessionSecret: string;
  readonly returnTo: string;
}

const StoredExchange = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  isFresh: z.boolean().default(false),
});

/** Response time of the issuer, which counts as age of the proof, and its full seconds. */
const TOLERANCE_MS = MINUTE_MS;

/**
 * Completes a sign-in with an issuer. Consumes the attempt first, so that a repeated `state` fails; the return of
 * another tab leaves it. If the issuer is unreachable, the person has to start again.
 */
export async function finishRedirect(
  services: Needs,
  input: RedirectReturn,
): Outcome<FinishedRedirect, Failure> {
  const { clock, db, cipher } = services;
  if (!isSecret(input.redirectSecret)) return err({ code: 'challenge_expired' });
  const key = { id: hashSecret(input.redirectSecret), now: clock.now() };
  const attempt = await findRedirect(db, key);
  const issuer = services.issuers.get(attempt?.issuer_id ?? '');
  if (attempt === undefined || issuer === undefined) return err({ code: 'challenge_expired' });
  const exchange = StoredExchange.parse(
    JSON.parse(cipher.open(attempt.exchange_sealed, purposes.exchange(attempt.id))),
  );
  if (new URLSearchParams(input.query).get('state') !== exchange.state)
    return err({ code: 'redirect_refused' });
  if (!(await takeRedirect(db, key))) return err({ code: 'challenge_expired' });
  input.onTaken();
  const finished = await issuer.finish(input.query, exchange);
  if (!finished.ok) return err({ code: finished.error.code });
  const { proofAgeMs } = finished.value;
  const opened = await openSession(services, {
    ...finished.value,
    issuer,
    from: input,
    provedAt: proofAgeMs === undefined ? null : later(clock.now(), -proofAgeMs),
    freshSince: exchange.isFresh ? later(attempt.created_at, -TOLERANCE_MS) : undefined,
  });
  if (opened.ok) await giveWhatWaits(services, finished.value.identity.email);
  return opened.ok ? ok({ sessionSecret: opened.value, returnTo: attempt.return_to }) : opened;
}

interface Proved {
  readonly tokens: IssuerTokens;
  readonly identity: Identity;
  readonly sid: string | undefined;
  readonly issuer: Issuer;
  readonly from: RedirectReturn;
  /** Null if the issuer does not say. */
  readonly provedAt: Date | null;
  /** The proof must not be older. */
  readonly freshSince: Date | undefined;
}

async function openSession(services: Needs, arrival: Proved): Outcome<string, Failure> {
  const { cipher, clock, db } = services;
  const { tokens, identity, sid, issuer, from } = arrival;
  const now = clock.now();
  const secret = newSecret();
  const id = hashSecret(secret);
  return await inTransaction(db, async (tx) => {
    const person = await admit(services, tx, arrival);
    if (!person.ok) {
      keepOnError(tx);
      if (tokens.refreshToken !== undefined) {
        await queueTokenRevocation(services, tx, {
          refreshToken: tokens.refreshToken,
          issuerId: issuer.id,
        });
      }
      return person;
    }
    if (isSecret(from.previousSecret)) {
      const previousId = hashSecret(from.previousSecret);
      await supersedeSession(services, tx, { previousId, successorId: id, userId: person.value.id });
    }
    await insertSession(tx, {
      id,
      issuerId: issuer.id,
      issuerSid: sid,
      issuerSubject: identity.subject,
      userId: person.value.id,
      username: identity.username,
      accessTokenSealed: cipher.seal(tokens.accessToken, purposes.accessToken(id)),
      refreshTokenSealed:
        tokens.refreshToken === undefined ? '' : cipher.seal(tokens.refreshToken, purposes.refreshToken(id)),
      accessExpiresAt: tokens.accessExpiresAt,
      deviceLabel: deviceLabel(from.userAgent),
      address: from.address,
      now,
      provedAt: arrival.provedAt,
      expiresAt: later(now, SERVER_LIMITS.sessionAbsoluteMs),
    });
    recordAudit(tx, {
      action: 'signed_in',
      at: now,
      actor: { kind: 'person', id: person.value.id },
      facts: { device: deviceLabel(from.userAgent), issuer: issuer.id },
    });
    return ok(secret);
  });
}

/** Admits the person, unless the session has already ended at the issuer, or the issuer did not ask for a proof. */
async function admit(
  services: Needs,
  tx: Tx,
  { identity, sid, issuer, provedAt, freshSince }: Proved,
): ReturnType<typeof admitPerson> {
  const isFresh = freshSince === undefined || (provedAt !== null && provedAt >= freshSince);
  if (!isFresh) return err({ code: 'proof_not_fresh' });
  await lockIssuer(tx, issuer.id);
  if (sid !== undefined && (await isSignedOutAlready(tx, { issuerId: issuer.id, sid })))
    return err({ code: 'challenge_expired' });
  return await admitPerson(services, tx, {
    identity,
    rules: issuer.rules,
    groupPrefix: `${issuer.id}/`,
  });
}
