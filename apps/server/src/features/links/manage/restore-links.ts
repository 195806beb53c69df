import { type LinkId, type LinkOutcomes, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, recordEvents, roleIn } from '../../spaces/index.ts';
import { mayRevoke, mayRevokeAll } from '../policy.ts';
import { countLinksOfNode, findRevokedLink, restoreLinkRow } from '../store/links.ts';
import { forEachLink } from './revoke-link.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'newId'>;

/** Restores revoked links, whose URLs then work again. Uploads of guests stay ended. */
export async function restoreLinks(
  services: Needs,
  actor: Person,
  ids: readonly LinkId[],
): Promise<LinkOutcomes> {
  return await forEachLink(ids, async (id) => await restoreLink(services, actor, id));
}

/**
 * Restores a link for the person who revoked it, if they still have the right. Others get the error for an unknown
 * link.
 */
async function restoreLink(services: Needs, actor: Person, id: LinkId): Outcome<undefined, Failure> {
  const { clock, db, newId } = services;
  const wanted = { id, by: actor.id, since: new Date(clock.now().getTime() - SERVER_LIMITS.linkRestoreMs) };
  const found = await findRevokedLink(db, wanted);
  if (found === undefined) return err({ code: 'link_unknown' });
  const { space_id: spaceId, node_id: nodeId } = found;
  return await inSpaceTransaction(db, spaceId, async (tx): Outcome<undefined, Failure> => {
    await lockSpace(tx, spaceId);
    const link = await findRevokedLink(tx, wanted);
    if (link === undefined) return err({ code: 'link_unknown' });
    const role = await roleIn(tx, spaceId, actor.id);
    const isCreator = link.created_by === actor.id;
    if (!mayRevoke({ role, isCreator }) && !mayRevokeAll(actor)) return err({ code: 'link_unknown' });
    if ((await countLinksOfNode(tx, { spaceId, nodeId })) >= SERVER_LIMITS.linksPerNodeMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.linksPerNodeMax } });
    }
    const now = clock.now();
    await restoreLinkRow(tx, { id, now });
    const events = [{ verb: 'link_restored' as const, nodeId, facts: { link: id } }];
    await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId, events });
    return ok(undefined);
  });
}
