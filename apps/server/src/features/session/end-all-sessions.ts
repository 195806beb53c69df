import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { endSession } from './end-session.ts';
import { listSessionsOfPerson } from './store/sessions.ts';

/** Ends all sessions of a person, and queues their refresh tokens for revocation. */
export async function endAllSessions(
  services: Pick<Services, 'clock' | 'cipher' | 'log'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  for (const id of await listSessionsOfPerson(tx, userId)) await endSession(services, tx, id);
}
