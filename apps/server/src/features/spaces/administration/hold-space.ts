import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { recordEvents } from '../record-events.ts';
import type { LockedAdministered } from '../store/administered.ts';
import { endHoldRow, returnToTrash, setHold } from '../store/holds.ts';
import {
  type AdministeredSpace,
  type AdministrationNeeds,
  inAdministeredSpace,
} from './in-administered-space.ts';

interface Held extends AdministeredSpace {
  /** What the administrator has seen, so that nobody replaces or ends the hold of another unseen. */
  readonly revision: number | undefined;
}

/**
 * Puts a space on hold, or changes the reason: nothing in it is permanently deleted until the hold ends. Recorded only
 * in the audit trail, because members see that there is a hold, but not the reason.
 */
export async function holdSpace(
  services: AdministrationNeeds,
  about: Held & { readonly reason: string },
): Outcome<undefined, Failure> {
  const { actor, spaceId, reason } = about;
  return await inAdministeredSpace(
    services,
    { ...about, isPersonalToo: true },
    async (tx, { space, now }) => {
      if (space.hold_reason === reason) return ok(undefined);
      const seen = judgeSeen(space, about.revision);
      if (!seen.ok) return seen;
      const isNew = space.hold_reason === null;
      await setHold(tx, { spaceId, byId: actor.id, reason, now });
      recordAudit(tx, {
        action: isNew ? 'hold_began' : 'hold_changed',
        at: now,
        subject: { kind: 'space', id: spaceId },
        facts: { reason },
      });
      if (isNew) await stopPurges(tx, services, { spaceId, at: now });
      services.log.info('hold_began', { spaceId, actorId: actor.id });
      return ok(undefined);
    },
  );
}

const RETURNED_AT_ONCE = 1_000;

/** Gives what is left of begun deletions back to the trash, and says so, because the deletion was recorded when it began. */
async function stopPurges(
  tx: Tx,
  { newId }: Pick<AdministrationNeeds, 'newId'>,
  { spaceId, at }: { readonly spaceId: string; readonly at: Date },
): Promise<void> {
  for (let count = RETURNED_AT_ONCE; count === RETURNED_AT_ONCE; ) {
    const nodes = await returnToTrash(tx, { spaceId, limit: RETURNED_AT_ONCE });
    // Members see that there is a hold, but not who began it.
    await recordEvents(tx, {
      spaceId,
      actorId: null,
      at,
      newId,
      events: nodes.map(({ id, name }) => ({ verb: 'node_purge_stopped', nodeId: id, facts: { name } })),
    });
    count = nodes.length;
  }
}

/** Ends the hold. The next runs of the jobs delete what became due in the meantime. */
export async function endHold(services: AdministrationNeeds, about: Held): Outcome<undefined, Failure> {
  const { actor, spaceId } = about;
  return await inAdministeredSpace(
    services,
    { ...about, isPersonalToo: true },
    async (tx, { space, now }) => {
      const { hold_reason: reason } = space;
      if (reason === null) return ok(undefined);
      const seen = judgeSeen(space, about.revision);
      if (!seen.ok) return seen;
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

function judgeSeen(space: LockedAdministered, revision: number | undefined): Result<undefined, Failure> {
  if (revision === undefined) return err({ code: 'revision_required' });
  if (revision === space.revision) return ok(undefined);
  return err({ code: 'revision_conflict', facts: { current_revision: space.revision } });
}
