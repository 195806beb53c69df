import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { leaveAllGroups } from '../groups/index.ts';
import { endIssuedLinks } from '../one-time-links/index.ts';
import { endAllSessions } from '../session/index.ts';
import { deleteGrantsTo } from '../sharing/index.ts';
import { leaveAllSpaces } from '../spaces/index.ts';
import { deleteAllTokens } from '../tokens/index.ts';
import { forgetDetails } from './store/details.ts';
import { forgetRecoveryCodes, markRemoved } from './store/people.ts';

/**
 * Erases an account at once, except for the personal space and the person's grants to others. `actorId` is set if
 * another person deletes the account.
 */
export async function eraseAccount(
  services: Pick<Services, 'cipher' | 'clock' | 'log' | 'newId'>,
  tx: Tx,
  { userId, actorId }: { readonly userId: string; readonly actorId: string | null },
): Promise<void> {
  const now = services.clock.now();
  await leaveAllSpaces(services, tx, { userId, actorId, now });
  await leaveAllGroups(tx, userId);
  await deleteGrantsTo(tx, userId);
  await markRemoved(tx, { userId, now });
  await forgetDetails(tx, { userId, now });
  await forgetRecoveryCodes(tx, userId);
  await endAllSessions(services, tx, userId);
  await deleteAllTokens(tx, { userId, now });
  await endIssuedLinks(tx, { userId, now });
}
