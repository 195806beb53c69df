import type { Person, SpaceId } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import type { SpaceEvent } from '../model.ts';
import { mayAdministerSpaces } from '../policy.ts';
import { recordEvents } from '../record-events.ts';
import { type LockedAdministered, lockAdministered } from '../store/administered.ts';

export type AdministrationNeeds = Pick<Services, 'clock' | 'db' | 'log' | 'newId'>;

export interface AdministeredSpace {
  readonly actor: Person;
  readonly spaceId: SpaceId;
}

interface Administered extends AdministeredSpace {
  /** Whether `work` may run on a personal space too. Default: team spaces only. */
  readonly isPersonalToo?: boolean;
}

interface Work {
  readonly space: LockedAdministered;
  readonly now: Date;
  readonly record: (events: readonly Omit<SpaceEvent, 'nodeId'>[]) => Promise<void>;
}

/**
 * Runs `work` on a space for an administrator, who needs no role in it and gets none. The events that `work` records
 * show the administrator to the members.
 */
export async function inAdministeredSpace<T>(
  { clock, db, newId }: AdministrationNeeds,
  { actor, spaceId, isPersonalToo = false }: Administered,
  work: (tx: Tx, work: Work) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  if (!mayAdministerSpaces(actor)) {
    return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
  }
  return await inSpaceTransaction(db, spaceId, async (tx) => {
    const space = await lockAdministered(tx, spaceId);
    if (space === undefined || space.emptied_at !== null) return err<Failure>({ code: 'space_not_found' });
    if (space.kind === 'personal' && !isPersonalToo) return err<Failure>({ code: 'space_is_personal' });
    const now = clock.now();
    const record: Work['record'] = async (events) =>
      await recordEvents(tx, {
        spaceId,
        actorId: actor.id,
        at: now,
        newId,
        events: events.map((event) => ({ ...event, nodeId: space.root_id })),
      });
    return await work(tx, { space, now, record });
  });
}
