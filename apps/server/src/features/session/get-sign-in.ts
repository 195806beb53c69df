import type { Services } from '../../services.ts';
import { type ResumedSignIn, resumeAttempt } from './resume-attempt.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { findAttempt } from './store/attempts.ts';

/** The step of the open sign-in of this browser, so that a reload keeps it. */
export async function getSignIn(
  services: Pick<Services, 'clock' | 'db' | 'cipher' | 'pool' | 'issuers'>,
  attemptSecret: string | undefined,
): Promise<ResumedSignIn> {
  const none = { step: { step: 'none' }, sessionSecret: undefined } as const;
  if (!isSecret(attemptSecret)) return none;
  const attempt = await findAttempt(services.db, {
    id: hashSecret(attemptSecret),
    now: services.clock.now(),
  });
  return attempt === undefined
    ? none
    : await resumeAttempt(services, attempt, { attemptSecret, isFresh: false });
}
