import { type ArchivedSpaceList, type Person, SERVER_LIMITS, type Space, SpaceId } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { ROLE_THAT_OWNS } from '../policy.ts';
import { presentSpace } from '../present.ts';
import { recordEvents } from '../record-events.ts';
import { archiveRow, findRestorable, listRestorable, restoreArchivedRow } from '../store/archive.ts';
import { findSpace, lockSpace } from '../store/spaces.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from './in-team-space.ts';

/** Archives a space: all members lose access at once. Owners can restore the space for `SERVER_LIMITS.archiveLifeMs`. */
export async function archiveSpace(
  services: TeamNeeds,
  actor: Person,
  spaceId: SpaceId,
): Outcome<undefined, Failure> {
  return await inTeamSpace(services, { actor, spaceId }, async (tx, { space, role, now, record }) => {
    if (role !== ROLE_THAT_OWNS) return err(notAllowed(ROLE_THAT_OWNS));
    if (space.is_on_hold) return err({ code: 'under_hold' });
    await archiveRow(tx, { spaceId, now });
    await record([{ verb: 'space_archived', facts: { name: space.name } }]);
    return ok(undefined);
  });
}

/** Restores an archived space with its members and roles. Strangers get the error for an unknown space. */
export async function restoreSpace(
  services: TeamNeeds,
  actor: Person,
  spaceId: SpaceId,
): Outcome<Space, Failure> {
  const { clock, db, newId } = services;
  const now = clock.now();
  const key = { spaceId, userId: actor.id, archivedAfter: expiry(now) };
  if ((await findRestorable(db, key)) === undefined) return err({ code: 'space_not_found' });
  return await inSpaceTransaction(db, spaceId, async (tx) => {
    await lockSpace(tx, spaceId);
    const archived = await findRestorable(tx, key);
    if (archived === undefined) return err<Failure>({ code: 'space_not_found' });
    await restoreArchivedRow(tx, { spaceId, now });
    await recordEvents(tx, {
      spaceId,
      actorId: actor.id,
      at: now,
      newId,
      events: [{ verb: 'space_restored', nodeId: archived.root_id, facts: { name: archived.name } }],
    });
    const row = await findSpace(tx, { spaceId, userId: actor.id });
    return ok(presentSpace(defined(row, 'the restored space was not found')));
  });
}

export async function listArchivedSpaces(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Person,
): Promise<ArchivedSpaceList> {
  const now = services.clock.now();
  const rows = await listRestorable(services.db, { userId: actor.id, archivedAfter: expiry(now) });
  return {
    items: rows.map((row) => ({
      id: SpaceId.parse(row.id),
      name: row.name,
      color: row.color,
      usedBytes: row.used_bytes,
      archivedAt: row.archived_at.toISOString(),
      goesAt: row.is_on_hold
        ? null
        : new Date(row.archived_at.getTime() + SERVER_LIMITS.archiveLifeMs).toISOString(),
    })),
  };
}

/** The time at or before which spaces were archived that can no longer be restored. */
export function expiry(now: Date): Date {
  return new Date(now.getTime() - SERVER_LIMITS.archiveLifeMs);
}
