import type { Person, ReadNotificationsRequest } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { markRead } from './store/notifications.ts';

export async function readNotifications(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  { upTo }: ReadNotificationsRequest,
): Outcome<undefined, Failure> {
  await inTransaction(db, async (tx) => await markRead(tx, { userId: actor.id, upTo, now: clock.now() }));
  return ok(undefined);
}
