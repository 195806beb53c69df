import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { changeGrant } from './change-grant.ts';
import { createGrants } from './create-grants.ts';
import { explainAccess } from './explain-access.ts';
import { listAccessPeople } from './list-access-people.ts';
import { listAccess } from './list-access.ts';
import { listSharedByMe, listSharedWithMe } from './list-shared.ts';
import { returnToNode } from './return-to-node.ts';
import { removeGrant, removeGrants } from './remove-grant.ts';

export function sharingRoutes(
  services: Pick<Services, 'clock' | 'db' | 'newId' | 'settings'>,
): readonly Route[] {
  return [
    personRoute('listAccess', async ({ actor, params: { nodeId }, query: { explain: personId } }) =>
      personId === undefined
        ? listAccess(services, actor.person, nodeId)
        : explainAccess(services, actor.person, { nodeId, personId }),
    ),
    personRoute('listAccessPeople', async ({ actor, params, query }) =>
      listAccessPeople(services, actor.person, { ...params, query }),
    ),
    personRoute('createGrants', async ({ actor, params, body, once }) =>
      createGrants({ ...services, once }, actor.person, { ...params, ...body }),
    ),
    personRoute('changeGrant', async ({ actor, params, body, revision }) =>
      changeGrant(services, actor.person, { ...params, change: body, revision }),
    ),
    personRoute('removeGrant', async ({ actor, params }) => removeGrant(services, actor.person, params)),
    personRoute('returnToNode', async ({ actor, params: { nodeId } }) =>
      returnToNode(services, actor.person, nodeId),
    ),
    personRoute('removeGrants', async ({ actor, params: { nodeId } }) =>
      removeGrants(services, actor.person, nodeId),
    ),
    personRoute('listSharedWithMe', async ({ actor, query }) =>
      listSharedWithMe(services, actor.person, query),
    ),
    personRoute('listSharedByMe', async ({ actor, query }) => listSharedByMe(services, actor.person, query)),
  ];
}
