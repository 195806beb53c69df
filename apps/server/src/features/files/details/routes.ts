import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../../route.ts';
import type { Services } from '../../../services.ts';
import { getNodeDetails } from './get-node-details.ts';
import { listPast } from '../past/list-past.ts';
import { listActivity } from './list-activity.ts';
import { listFeed } from './list-feed.ts';
import { listRowFacts } from './list-row-facts.ts';
import { measureNodes } from './measure-nodes.ts';

export function detailsRoutes(services: Pick<Services, 'db' | 'clock'>): readonly Route[] {
  return [
    personRoute('getNodeDetails', async ({ actor, params }) =>
      getNodeDetails(services, actor.person, params.nodeId),
    ),
    personRoute('listActivity', async ({ actor, params, query }) =>
      listActivity(services, actor.person, { nodeId: params.nodeId, query }),
    ),
    personRoute('listPast', async ({ actor, params, query }) =>
      listPast(services, actor.person, { nodeId: params.nodeId, query }),
    ),
    personRoute('listFeed', async ({ actor, query }) => listFeed(services, actor.person, query)),
    personRoute('listRowFacts', async ({ actor, body }) =>
      ok(await listRowFacts(services, actor.person, body.ids)),
    ),
    personRoute('measureNodes', async ({ actor, body }) => measureNodes(services, actor.person, body)),
  ];
}
