import type { Services } from '../../services.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { deleteAttempt } from './store/attempts.ts';

/** Gives the open sign-in of this browser up. An answer that is on its way to the pool gets no session any more. */
export async function cancelSignIn(
  services: Pick<Services, 'db'>,
  attemptSecret: string | undefined,
): Promise<void> {
  if (isSecret(attemptSecret)) await deleteAttempt(services.db, hashSecret(attemptSecret));
}
