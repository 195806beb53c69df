import type { LinkId, LinkOutcomes, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, recordEvents } from '../../spaces/index.ts';
import { endGuestUploads } from '../../uploads/index.ts';
import { forEachLink } from '../manage/revoke-link.ts';
import { mayRevokeAll } from '../policy.ts';
import { findLink, revokeLinkRow } from '../store/links.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'newId'>;

export async function revokeAdminLinks(
  services: Needs,
  actor: Person,
  ids: readonly LinkId[],
): Outcome<LinkOutcomes, Failure> {
  if (!mayRevokeAll(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
  return ok(await forEachLink(ids, async (id) => await revokeAny(services, actor, id)));
}

/** Revokes a link as an administrator, who needs no role in the space. The event names the administrator. */
async function revokeAny(
  { clock, db, newId }: Needs,
  actor: Person,
  id: LinkId,
): Outcome<undefined, Failure> {
  const found = await findLink(db, id);
  if (found === undefined) return err({ code: 'link_unknown' });
  const { space_id: spaceId, node_id: nodeId } = found;
  return await inSpaceTransaction(db, spaceId, async (tx): Outcome<undefined, Failure> => {
    await lockSpace(tx, spaceId);
    if ((await findLink(tx, id)) === undefined) return err({ code: 'link_unknown' });
    const now = clock.now();
    await revokeLinkRow(tx, { id, by: actor.id, now });
    await endGuestUploads(tx, { by: 'request_id', id, now });
    const events = [{ verb: 'link_revoked' as const, nodeId, facts: { link: id } }];
    await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId, events });
    return ok(undefined);
  });
}
