import { SERVER_LIMITS, type SpaceId, type StartViewingRequest, type Viewing } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { roleIn } from '../spaces/index.ts';
import { findSubject, mayView, type Needs, presentViewing } from './open-viewing.ts';
import { deleteEndedViewings, deleteViewing, findViewedSpace, insertViewing } from './store/viewings.ts';

/** Starts a viewing. It is recorded in the audit trail before anything is shown. */
export async function startViewing(
  services: Needs & Pick<Services, 'newId'> & MaybeOnce,
  actor: Actor,
  { spaceId, wanted }: { readonly spaceId: SpaceId; readonly wanted: StartViewingRequest },
): Outcome<Viewing, Failure> {
  const { db, clock } = services;
  const { person, sessionId } = actor;
  const space = await findViewedSpace(db, spaceId);
  const role = await roleIn(db, spaceId, person.id);
  if (space === undefined || role === undefined) return err({ code: 'space_not_found' });
  if (!mayView(role)) return err({ code: 'not_allowed', facts: { needed_role: 'manager' } });
  const personId = wanted.as === 'person' ? wanted.personId : null;
  const linkId = wanted.as === 'link' ? wanted.linkId : null;
  const subject = await findSubject(services, { space_id: spaceId, person_id: personId, link_id: linkId });
  if (subject === undefined)
    return err({ code: wanted.as === 'person' ? 'person_not_found' : 'link_unknown' });
  const now = clock.now();
  const id = services.newId();
  const expiresAt = new Date(now.getTime() + SERVER_LIMITS.viewingLifeMs);
  return await onceInTransaction(services, async (tx) => {
    await deleteEndedViewings(tx, person.id, now);
    await insertViewing(tx, { id, sessionId, userId: person.id, spaceId, personId, linkId, now, expiresAt });
    recordAudit(tx, {
      action: 'seen_as',
      at: now,
      subject: { kind: 'space', id: spaceId },
      facts: { person: { kind: subject.as, id: subject.id } },
    });
    const row = { id, space_id: spaceId, person_id: personId, link_id: linkId, expires_at: expiresAt };
    return ok(await presentViewing(tx, { row, space, subject, now }));
  });
}

/** Stops a viewing. Stopping an ended one is no error. */
export async function stopViewing(
  { db }: Needs,
  { person, sessionId }: Actor,
  viewingId: string,
): Outcome<undefined, never> {
  await inTransaction(
    db,
    async (tx) => await deleteViewing(tx, { id: viewingId, sessionId, userId: person.id }),
  );
  return ok(undefined);
}
