import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { answerAccessRequest } from './answer-request.ts';
import { askForAccess } from './ask-for-access.ts';
import { getAskableAccess } from './get-askable-access.ts';
import { listAccessRequests, listSpaceAccessRequests } from './list-requests.ts';
import { withdrawAccessRequest } from './withdraw-request.ts';

export function accessRequestRoutes(services: Pick<Services, 'clock' | 'db' | 'newId'>): readonly Route[] {
  return [
    personRoute('getAskableAccess', async ({ actor, params }) =>
      getAskableAccess(services, actor.person, params.nodeId),
    ),
    personRoute('askForAccess', async ({ actor, params, body }) =>
      askForAccess(services, actor.person, { ...params, ...body }),
    ),
    personRoute('withdrawAccessRequest', async ({ actor, params }) =>
      withdrawAccessRequest(services, actor.person, params.nodeId),
    ),
    personRoute('listAccessRequests', async ({ actor, params }) =>
      listAccessRequests(services, actor.person, params.nodeId),
    ),
    personRoute('answerAccessRequest', async ({ actor, params, body, revision }) =>
      answerAccessRequest(services, actor.person, { ...params, answer: body, revision }),
    ),
    personRoute('listSpaceAccessRequests', async ({ actor, params }) =>
      listSpaceAccessRequests(services, actor.person, params.spaceId),
    ),
  ];
}
