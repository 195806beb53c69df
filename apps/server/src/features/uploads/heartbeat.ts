import type { UploadHeartbeat, Person } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordHeartbeat } from './store.ts';

/** Records a heartbeat. Ignores uploads that are closed or not the actor's. */
export async function sendUploadHeartbeat(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { ids }: UploadHeartbeat,
): Outcome<undefined, never> {
  await recordHeartbeat(db, ids, { userId: actor.id, now: clock.now() });
  return ok(undefined);
}
