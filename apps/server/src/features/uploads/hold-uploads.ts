import type { HoldUploadsRequest, Person } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { holdOwnUploads } from './store.ts';

/**
 * A page says which uploads it holds. Of those that are not the actor's, or not open any more, nothing is noted and nothing is said: the next
 * call for one of them tells.
 */
export async function holdUploads(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { ids }: HoldUploadsRequest,
): Outcome<undefined, never> {
  await holdOwnUploads(db, ids, { userId: actor.id, now: clock.now() });
  return ok(undefined);
}
