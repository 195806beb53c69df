import type { RedirectStart, StartRedirectRequest } from '@coffer/contracts';
import { err, MINUTE_MS, ok } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import type { DoorLimits } from './door-limits.ts';
import { later } from './model.ts';
import { tooManyTries } from './present.ts';
import { purposes } from './purposes.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { insertRedirect } from './store/redirects.ts';

/** How long a person may take at the issuer. */
export const REDIRECT_LIFE_MS = 10 * MINUTE_MS;

type Needs = Pick<Services, 'clock' | 'db' | 'issuers' | 'cipher'> & { readonly limits: DoorLimits };

/**
 * Begins the sign-in at an issuer: what proves the way back (state, nonce, PKCE verifier) stays at the server, sealed; the browser
 * gets the address to go to, and a cookie that ties the way back to it (RFC 9700 section 4.7).
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
  const waitMs = services.limits.takeSignIn(input.address, `issuer ${input.issuer}|${input.address}`);
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));
  const begun = await issuer.begin();
  if (!begun.ok) return err({ code: begun.error.code });
  const redirectSecret = newSecret();
  const id = hashSecret(redirectSecret);
  const now = clock.now();
  await insertRedirect(db, {
    id,
    issuerId: issuer.id,
    exchangeSealed: cipher.seal(JSON.stringify(begun.value.exchange), purposes.exchange(id)),
    returnTo: input.returnTo ?? '/',
    now,
    expiresAt: later(now, REDIRECT_LIFE_MS),
  });
  return ok({ url: begun.value.url, redirectSecret });
}
