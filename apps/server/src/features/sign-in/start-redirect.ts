import type { RedirectStart, StartRedirectRequest } from '@coffer/contracts';
import { err, MINUTE_MS, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { hashSecret, later, newSecret, purposes, tooManyTries } from '../session/index.ts';
import type { SignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { insertRedirect } from './store/redirects.ts';

export const REDIRECT_LIFE_MS = 10 * MINUTE_MS;

type Needs = Pick<Services, 'clock' | 'db' | 'issuers' | 'cipher'> & { readonly limits: SignInRateLimits };

/**
 * Starts a sign-in with an issuer. State, nonce and PKCE verifier stay sealed on the server; a cookie binds the
 * callback to this browser (RFC 9700, section 4.7).
 */
export async function startRedirect(
  services: Needs,
  input: StartRedirectRequest & { readonly address: string },
): Outcome<RedirectStart & { readonly redirectSecret: string }, Failure> {
  const { clock, cipher, db } = services;
  const issuer = services.issuers.get(input.issuer);
  if (issuer === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'issuer', code: 'wrong_format' }] });
  }
  const waitMs = services.limits.takeRedirect(input.address);
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));
  const isFresh = input.isFresh ?? false;
  const begun = await issuer.begin({ isFresh });
  if (!begun.ok) return err({ code: begun.error.code });
  const redirectSecret = newSecret();
  const id = hashSecret(redirectSecret);
  const now = clock.now();
  await insertRedirect(db, {
    id,
    issuerId: issuer.id,
    exchangeSealed: cipher.seal(JSON.stringify({ ...begun.value.exchange, isFresh }), purposes.exchange(id)),
    returnTo: input.returnTo ?? '/',
    now,
    expiresAt: later(now, REDIRECT_LIFE_MS),
  });
  return ok({ url: begun.value.url, redirectSecret });
}
