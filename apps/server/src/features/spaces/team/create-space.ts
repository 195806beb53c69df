import { type CreateSpaceRequest, type Person, SERVER_LIMITS, type Space } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { type MaybeOnce, onceInTransaction } from '../../../platform/db/once.ts';
import type { Services } from '../../../services.ts';
import { mayCreateSpaces } from '../policy.ts';
import { presentSpace } from '../present.ts';
import { recordEvents } from '../record-events.ts';
import { findSpace, insertSpace } from '../store/spaces.ts';
import { countOwnedSpaces } from '../store/team.ts';

export async function createSpace(
  services: Pick<Services, 'clock' | 'db' | 'newId' | 'settings'> & MaybeOnce,
  actor: Person,
  input: CreateSpaceRequest,
): Outcome<Space, Failure> {
  const { clock, db, newId, settings } = services;
  const { spaceCreators, spaceQuotaBytes: quotaBytes } = await settings.read(db);
  if (!mayCreateSpaces(actor, spaceCreators)) return err({ code: 'not_allowed' });
  return await onceInTransaction(services, async (tx) => {
    const owned = await countOwnedSpaces(tx, actor.id);
    if (owned >= SERVER_LIMITS.spacesOwnedMax) {
      return err<Failure>({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.spacesOwnedMax } });
    }
    const now = clock.now();
    const ids = { spaceId: newId(), rootId: newId() };
    await insertSpace(tx, { ...ids, ...input, kind: 'team', ownerId: actor.id, quotaBytes, now });
    await recordEvents(tx, {
      spaceId: ids.spaceId,
      actorId: actor.id,
      at: now,
      newId,
      events: [{ verb: 'space_created', nodeId: ids.rootId, facts: { name: input.name } }],
    });
    const row = await findSpace(tx, { spaceId: ids.spaceId, userId: actor.id });
    return ok(presentSpace(defined(row, 'the new space was not found')));
  });
}
