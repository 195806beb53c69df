import {
  type NodeId,
  type OperationResponse,
  type Person,
  type PublicLinkList,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findNode, findNodes } from '../../files/index.ts';
import { roleIn } from '../../spaces/index.ts';
import { mayLink, ROLE_THAT_LINKS } from '../policy.ts';
import { requestViewsOf } from '../requests/request-views.ts';
import { listLinksBy, listLinksOfNode } from '../store/links.ts';
import { presentLink } from './present.ts';

type Needs = Pick<Services, 'clock' | 'db'>;

/** Lists the links of a node. People who may create links also see the links of others. */
export async function listNodeLinks(
  { clock, db, settings }: Needs & Pick<Services, 'settings'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<OperationResponse<'listNodeLinks'>, Failure> {
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node } = access;
  const role = await roleIn(db, node.space_id, actor.id);
  if (role === undefined || !mayLink(role)) {
    return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_LINKS } });
  }
  const rows = await listLinksOfNode(db, {
    spaceId: node.space_id,
    nodeId,
    limit: SERVER_LIMITS.linksPerNodeMax,
  });
  const requests = await requestViewsOf(db, rows);
  const { linksAllowed, linksProtected, linkDaysMax } = await settings.read(db);
  return ok({
    items: rows.map((link) => presentLink(link, { actor, now, node, requests })),
    policy: { isAllowed: linksAllowed, needsPassword: linksProtected, daysMax: linkDaysMax },
  });
}

export async function listOwnLinks({ clock, db }: Needs, actor: Person): Promise<PublicLinkList> {
  const now = clock.now();
  const rows = await listLinksBy(db, { userId: actor.id, limit: SERVER_LIMITS.linksListed });
  const ids = [...new Set(rows.map((link) => link.node_id))];
  const nodes = await findNodes(db, { actor, now }, ids);
  const requests = await requestViewsOf(db, rows);
  return {
    items: rows.map((link) =>
      presentLink(link, { actor, now, node: nodes.get(link.node_id)?.node, requests }),
    ),
  };
}
