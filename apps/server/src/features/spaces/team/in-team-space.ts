import {
  type NotificationSubject,
  type Person,
  presentRole,
  type SpaceId,
  type SpaceRole,
} from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../../platform/db/once.ts';
import type { Services } from '../../../services.ts';
import { notify } from '../../notifications/index.ts';
import type { SpaceEvent } from '../model.ts';
import { recordEvents } from '../record-events.ts';
import { lockTeamRow, type TeamRow } from '../store/team.ts';
import { roleIn } from '../store/spaces.ts';

export type TeamNeeds = Pick<Services, 'clock' | 'db' | 'newId'>;

export interface TeamWork {
  readonly space: TeamRow;
  readonly actor: Person;
  /** The role of the actor, read under the space lock. */
  readonly role: SpaceRole;
  readonly now: Date;
  readonly record: (events: readonly Omit<SpaceEvent, 'nodeId'>[]) => Promise<void>;
  readonly tell: (
    subject: NotificationSubject,
    whom: { readonly personIds?: readonly string[]; readonly groupIds?: readonly string[] },
  ) => Promise<void>;
}

interface InSpace {
  readonly actor: Person;
  readonly spaceId: SpaceId;
  /** Whether `work` may run on a personal space too. Default: team spaces only. */
  readonly isPersonalToo?: boolean;
}

/** Runs `work` with the space locked, so that two changes of members never overlap. For a stranger no lock is taken. */
export async function inTeamSpace<T>(
  services: TeamNeeds & MaybeOnce,
  { actor, spaceId, isPersonalToo = false }: InSpace,
  work: (tx: Tx, team: TeamWork) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  if ((await roleIn(services.db, spaceId, actor.id)) === undefined) return err({ code: 'space_not_found' });
  return await onceInTransaction({ ...services, spaceId }, async (tx) => {
    const space = await lockTeamRow(tx, spaceId);
    const held = await roleIn(tx, spaceId, actor.id);
    if (space === undefined || held === undefined) return err<Failure>({ code: 'space_not_found' });
    const role = presentRole(held);
    if (space.kind === 'personal' && !isPersonalToo) return err<Failure>({ code: 'space_is_personal' });
    const now = services.clock.now();
    const record: TeamWork['record'] = async (events) =>
      await recordEvents(tx, {
        spaceId,
        actorId: actor.id,
        at: now,
        newId: services.newId,
        events: events.map((event) => ({ ...event, nodeId: space.root_id })),
      });
    const tell: TeamWork['tell'] = async (subject, { personIds = [], groupIds = [] }) =>
      await notify(tx, {
        personIds,
        groupIds,
        actorId: actor.id,
        subject,
        at: now,
        newId: services.newId,
      });
    return await work(tx, { space, actor, role, now, record, tell });
  });
}

export function notAllowed(needed: SpaceRole): Failure {
  return { code: 'not_allowed', facts: { needed_role: needed } };
}
