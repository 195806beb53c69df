import { SERVER_LIMITS } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { deleteEnded, endOverdue } from './store/deliveries.ts';

/** Background job: ends overdue deliveries, and deletes old ones. */
export async function pruneDeliveries({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  await endOverdue(db, now);
  while (!(await deleteEnded(db, new Date(now.getTime() - SERVER_LIMITS.webhookKeptMs))));
}
