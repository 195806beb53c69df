import type { Services } from '../../services.ts';
import { deleteExpiredLocks } from './store/locks.ts';

/** Background job: deletes expired locks. */
export async function sweepDavLocks({ db, clock }: Pick<Services, 'clock' | 'db'>): Promise<number> {
  return await deleteExpiredLocks(db, clock.now());
}
