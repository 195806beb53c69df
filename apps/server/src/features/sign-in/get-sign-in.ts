import type { Services } from '../../services.ts';
import { hashSecret, isSecret } from '../session/index.ts';
import { type ResumedSignIn, resumeAttempt } from './resume-attempt.ts';
import { findAttempt } from './store/attempts.ts';

/** Returns the step of the open sign-in, so that a reload can continue it. */
export async function getSignIn(
  services: Pick<Services, 'clock' | 'db' | 'cipher' | 'pool' | 'issuers'>,
  attemptSecret: string | undefined,
): Promise<ResumedSignIn> {
  const none = { step: { step: 'none' }, opened: undefined } as const;
  if (!isSecret(attemptSecret)) return none;
  const attempt = await findAttempt(services.db, {
    id: hashSecret(attemptSecret),
    now: services.clock.now(),
  });
  return attempt === undefined
    ? none
    : await resumeAttempt(services, attempt, { attemptSecret, isFresh: false });
}
