import {
  type EmptyTrashRequest,
  type EmptyTrashResult,
  isAtLeast,
  type Person,
  type SpaceId,
  presentRole,
} from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, roleIn } from '../../spaces/index.ts';
import type { FilesFailure } from '../model.ts';
import { NEEDED_ROLE } from '../policy.ts';
import { countPurging } from '../store/purge.ts';
import { beginPurgeOf } from './begin-purge.ts';
import { finishPurge } from './finish-purge.ts';
import { STEPS_BEFORE_ANSWER } from './purge-nodes.ts';

const BATCH = 1_000;

/** Empties the trash. Items trashed after `trashedUntil` stay, because their deletion was not confirmed. */
export async function emptyTrash(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  actor: Person,
  input: { readonly spaceId: SpaceId; readonly body: EmptyTrashRequest },
): Outcome<EmptyTrashResult, FilesFailure> {
  const { spaceId } = input;
  const now = services.clock.now();
  const asked = input.body.trashedUntil === undefined ? now : new Date(input.body.trashedUntil);
  const trashedUntil = asked < now ? asked : now;
  let items = 0;
  for (;;) {
    const begun = await beginBatch(services, actor, { spaceId, trashedUntil });
    if (!begun.ok) return begun;
    items += begun.value;
    if (begun.value < BATCH) break;
  }
  const { isDone } = await finishPurge(services, { spaceId, stepsMax: STEPS_BEFORE_ANSWER });
  return ok({ items, unfinished: isDone ? 0 : await countPurging(services.db, spaceId) });
}

async function beginBatch(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>,
  actor: Person,
  { spaceId, trashedUntil }: { readonly spaceId: SpaceId; readonly trashedUntil: Date },
): Promise<Result<number, FilesFailure>> {
  return await inSpaceTransaction(services.db, spaceId, async (tx) => {
    const space = await lockSpace(tx, spaceId);
    const role = await roleIn(tx, spaceId, actor.id);
    if (role === undefined) return err({ code: 'space_not_found' });
    if (!isAtLeast(presentRole(role), NEEDED_ROLE.purge)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.purge } });
    }
    if (space?.is_on_hold === true) return err({ code: 'under_hold' });
    const of = { trashedUntil, shownUntil: trashedUntil, limit: BATCH };
    return ok((await beginPurgeOf(tx, services, { spaceId, of, actorId: actor.id })).length);
  });
}
