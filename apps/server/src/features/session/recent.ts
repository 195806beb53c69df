import { err, MINUTE_MS, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { later } from './model.ts';
import { findSignIn } from './store/sessions.ts';

const RECENT_MS = 10 * MINUTE_MS;

/**
 * Requires that the person proved lately who they are, for changes that could lock them out (OWASP ASVS 5.0, 7.5.1);
 * proving it again creates a new session. Fails with `kept_elsewhere` for people of an external issuer, unless `admitsIssuers`.
 */
export async function demandRecentSignIn(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Actor,
  { admitsIssuers = false }: { readonly admitsIssuers?: boolean } = {},
): Outcome<undefined, Failure> {
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn === undefined) return err({ code: 'not_signed_in' });
  const issuer = signIn.issuer_id;
  if (issuer !== null && !admitsIssuers) return err({ code: 'kept_elsewhere' });
  const since = later(services.clock.now(), -RECENT_MS);
  if (signIn.proved_at !== null && signIn.proved_at >= since) return ok(undefined);
  return err({ code: 'confirmation_needed', ...(issuer === null ? {} : { facts: { issuer } }) });
}
