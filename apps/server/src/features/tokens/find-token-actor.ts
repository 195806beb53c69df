import type { Person, TokenScope } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { networkOf } from '../../platform/network/client-address.ts';
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts';
import type { Services } from '../../services.ts';
import { later, presentPerson, tooManyTries } from '../session/index.ts';
import { scopesOf, USED_EVERY_MS, WRONG_BURST, WRONG_INTERVAL_MS } from './model.ts';
import { hashToken, isTokenSecret } from './secrets.ts';
import { findLiveToken, type LiveToken, touchToken } from './store/tokens.ts';

type TokenActor = Actor & { readonly scopes: readonly TokenScope[] };

/** The rate limit of wrong secrets, one per process. */
export function createTokenLimit({ clock }: Pick<Services, 'clock'>): RateLimit {
  return createRateLimit({ clock, burst: WRONG_BURST, intervalMs: WRONG_INTERVAL_MS });
}

/**
 * Finds the owner of a token with one indexed read; `username`, if given, must be the owner's user name or e-mail
 * address. Only wrong secrets count against the limit of a network, so that other people there are not locked out.
 */
export async function findTokenActor(
  services: Pick<Services, 'clock' | 'db'> & { readonly wrongTokens: RateLimit },
  asked: { readonly secret: string; readonly username?: string; readonly address: string },
): Outcome<TokenActor, Failure> {
  const { clock, db, wrongTokens } = services;
  const now = clock.now();
  const { secret, username = '', address } = asked;
  const token = isTokenSecret(secret) ? await findLiveToken(db, { hash: hashToken(secret), now }) : undefined;
  if (token === undefined || !isNameOf(token, username)) {
    const waitMs = wrongTokens.take(networkOf(address));
    return err(waitMs > 0 ? tooManyTries(waitMs, now) : { code: 'token_refused' });
  }
  const usedBefore = later(now, -USED_EVERY_MS);
  if (token.last_used_at === null || token.last_used_at <= usedBefore) {
    await touchToken(db, { id: token.id, now, usedBefore });
  }
  const scopes = scopesOf(token);
  return ok({
    person: within(scopes, presentPerson(token)),
    sessionId: token.id,
    scopes,
    tokenName: token.label,
  });
}

function isNameOf({ email, username }: LiveToken, typed: string): boolean {
  const name = typed.normalize('NFKC').trim().toLowerCase();
  return name === '' || name === email.toLowerCase() || name === username.toLowerCase();
}

/** Gives the person the role of a member, in all calls, unless the token has an administration scope. */
function within(scopes: readonly TokenScope[], person: Person): Person {
  const administers = scopes.includes('admin:read') || scopes.includes('admin:write');
  return administers ? person : { ...person, role: 'member' };
}
