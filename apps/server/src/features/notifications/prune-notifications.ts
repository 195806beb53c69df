import { SERVER_LIMITS } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { deleteOldest } from './store/notifications.ts';

export async function pruneNotifications({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now().getTime() - SERVER_LIMITS.notificationsKeptMs);
  while (!(await deleteOldest(db, before)));
}
