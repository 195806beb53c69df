import type { Services } from '../../services.ts';
import { deleteOverdueAttempts } from './store/attempts.ts';
import { deleteOverdueRedirects } from './store/redirects.ts';

export async function sweepSignIns({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const now = clock.now();
  await deleteOverdueAttempts(db, now);
  await deleteOverdueRedirects(db, now);
}
