import type { ChangeSpaceQuotaRequest, Person, SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { changeQuota, findPersonOf, lockSpace, recordEvents } from '../spaces/index.ts';
import { mayMendStorage } from './policy.ts';
import { ONLY_ADMINISTRATORS } from './storage-jobs.ts';

/**
 * Changes the quota of a space. It may be less than the usage: nothing is deleted, and nothing can be added until there
 * is free quota.
 */
export async function changeSpaceQuota(
  { clock, db, log, newId }: Pick<Services, 'clock' | 'db' | 'log' | 'newId'>,
  actor: Person,
  { spaceId, quotaBytes }: ChangeSpaceQuotaRequest & { readonly spaceId: SpaceId },
): Outcome<undefined, Failure> {
  if (!mayMendStorage(actor)) return err(ONLY_ADMINISTRATORS);
  return await inTransaction(db, async (tx): Outcome<undefined, Failure> => {
    const space = await lockSpace(tx, spaceId);
    if (space === undefined) return err({ code: 'space_not_found' });
    if (space.quota_bytes === quotaBytes) return ok(undefined);
    const now = clock.now();
    await changeQuota(tx, { spaceId, quotaBytes, now });
    const change = { from: space.quota_bytes, to: quotaBytes };
    const person = await findPersonOf(tx, spaceId);
    const facts = person === undefined ? change : { ...change, person };
    const events = [{ verb: 'quota_changed' as const, nodeId: space.root_id, facts }];
    await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId, events });
    log.info('space_quota_changed', { spaceId, actorId: actor.id, ...change });
    return ok(undefined);
  });
}
