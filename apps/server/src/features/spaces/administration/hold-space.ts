import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { recordAudit } from '../../audit/index.ts';
import { endHoldRow, setHold } from '../store/holds.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';

/**
 * From here on nothing in the space is deleted for good. It is in the audit trail only: members see that there is a
 * hold, and not why.
 */
export async function holdSpace(
  services: AdministrationNeeds,
  about: AdministeredSpace & { readonly reason: string },
): Outcome<undefined, Failure> {
  const { actor, spaceId, reason } = about;
  return await inAdministeredSpace(
    services,
    { ...about, isPersonalToo: true },
    async (tx, { space, now }) => {
      if (space.hold_reason === reason) return ok(undefined);
      const isNew = space.hold_reason === null;
      await setHold(tx, { spaceId, byId: actor.id, reason, now });
      recordAudit(tx, {
        action: isNew ? 'hold_began' : 'hold_changed',
        at: now,
        subject: { kind: 'space', id: spaceId },
        facts: { reason },
      });
      services.log.info('hold_began', { spaceId, actorId: actor.id });
      return ok(undefined);
    },
  );
}

/** What became due meanwhile is deleted by the next runs of the jobs. */
export async function endHold(
  services: AdministrationNeeds,
  about: AdministeredSpace,
): Outcome<undefined, Failure> {
  const { actor, spaceId } = about;
  return await inAdministeredSpace(
    services,
    { ...about, isPersonalToo: true },
    async (tx, { space, now }) => {
      const { hold_reason: reason } = space;
      if (reason === null) return ok(undefined);
      await endHoldRow(tx, { spaceId, now });
      recordAudit(tx, {
        action: 'hold_ended',
        at: now,
        subject: { kind: 'space', id: spaceId },
        facts: { reason },
      });
      services.log.info('hold_ended', { spaceId, actorId: actor.id });
      return ok(undefined);
    },
  );
}
