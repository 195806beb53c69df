import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { createGroup, renameGroup } from './change-group.ts';
import { addGroupMembers, removeGroupMember } from './change-members.ts';
import { deleteGroup } from './delete-group.ts';
import { getGroup, listGroupMembers, listGroups } from './list-groups.ts';
import { createGroupSearch } from './search-groups.ts';

type Needs = Pick<Services, 'clock' | 'config' | 'db' | 'log' | 'newId'>;

export function groupRoutes(services: Needs): readonly Route[] {
  const searchGroups = createGroupSearch(services);
  return [
    personRoute('searchGroups', async ({ actor, query }) => searchGroups(actor.person, query)),
    personRoute('listGroups', async ({ actor, query }) => listGroups(services, actor.person, query)),
    personRoute('createGroup', async ({ actor, body, once }) =>
      createGroup({ ...services, once }, actor.person, body),
    ),
    personRoute('getGroup', async ({ actor, params }) => getGroup(services, actor.person, params.groupId)),
    personRoute('changeGroup', async ({ actor, params, body, revision }) =>
      renameGroup(services, actor.person, { ...params, ...body, revision }),
    ),
    personRoute('deleteGroup', async ({ actor, params }) =>
      deleteGroup(services, actor.person, params.groupId),
    ),
    personRoute('listGroupMembers', async ({ actor, params, query }) =>
      listGroupMembers(services, actor.person, { ...params, query }),
    ),
    personRoute('addGroupMembers', async ({ actor, params, body }) =>
      addGroupMembers(services, actor.person, { ...params, ...body }),
    ),
    personRoute('removeGroupMember', async ({ actor, params }) =>
      removeGroupMember(services, actor.person, params),
    ),
  ];
}
