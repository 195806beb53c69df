import { err, MINUTE_MS, ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { findSignIn } from './store.ts';

/** How long a sign-in counts as a proof that the person is at the keyboard. */
const RECENT_MS = 10 * MINUTE_MS;

/**
 * Whether the person has proved who they are just now: before anything that would lock them out (OWASP ASVS 5.0, 7.5.1). Proving
 * again is signing in again, which makes a new session. `kept_elsewhere` for who came by another issuer.
 */
export async function demandRecentSignIn(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Actor,
): Outcome<undefined, Failure> {
  const signIn = await findSignIn(services.db, actor.sessionId);
  if (signIn === undefined) return err({ code: 'not_signed_in' });
  if (signIn.issuer_id !== null) return err({ code: 'kept_elsewhere' });
  const ageMs = services.clock.now().getTime() - signIn.created_at.getTime();
  return ageMs <= RECENT_MS ? ok(undefined) : err({ code: 'confirmation_needed' });
}
