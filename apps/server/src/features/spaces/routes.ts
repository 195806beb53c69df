import { ok } from '@coffer/kit';
import { personRoute, type Route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { archiveAdminSpace, restoreAdminSpace } from './administration/archive-admin-space.ts';
import { giveAdminSpace } from './administration/give-admin-space.ts';
import { endHold, holdSpace } from './administration/hold-space.ts';
import { listAdminSpaces } from './administration/list-admin-spaces.ts';
import { getSpace, listSpaces } from './get-space.ts';
import { addMembers } from './members/add-members.ts';
import { changeMember } from './members/change-member.ts';
import { listMembers } from './members/list-members.ts';
import { removeMember } from './members/remove-member.ts';
import { changeAdminRetention, changeSpaceRetention } from './retention/change-retention.ts';
import { getAdminRetention, getSpaceRetention } from './retention/get-retention.ts';
import { archiveSpace, listArchivedSpaces, restoreSpace } from './team/archive-space.ts';
import { changeSpace } from './team/change-space.ts';
import { createSpace } from './team/create-space.ts';

export function spacesRoutes(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'log' | 'newId' | 'settings'>,
): readonly Route[] {
  return [
    personRoute('listSpaces', async ({ actor }) => ok(await listSpaces(services, actor.person))),
    personRoute('createSpace', async ({ actor, body, once }) =>
      createSpace({ ...services, once }, actor.person, body),
    ),
    personRoute('getSpace', async ({ actor, params }) => getSpace(services, actor.person, params.spaceId)),
    personRoute('changeSpace', async ({ actor, params, body, revision }) =>
      changeSpace(services, actor.person, { ...params, change: body, revision }),
    ),
    personRoute('getSpaceRetention', async ({ actor, params }) =>
      getSpaceRetention(services, actor.person, params.spaceId),
    ),
    personRoute('changeSpaceRetention', async ({ actor, params, body, revision }) =>
      changeSpaceRetention(services, actor.person, { ...params, change: body, revision }),
    ),
    personRoute('archiveSpace', async ({ actor, params }) =>
      archiveSpace(services, actor.person, params.spaceId),
    ),
    personRoute('listArchivedSpaces', async ({ actor }) =>
      ok(await listArchivedSpaces(services, actor.person)),
    ),
    personRoute('restoreSpace', async ({ actor, params }) =>
      restoreSpace(services, actor.person, params.spaceId),
    ),
    personRoute('listMembers', async ({ actor, params }) =>
      listMembers(services, actor.person, params.spaceId),
    ),
    personRoute('addMembers', async ({ actor, params, body, once }) =>
      addMembers({ ...services, once }, actor.person, { ...params, ...body }),
    ),
    personRoute('changeMember', async ({ actor, params, body, revision }) =>
      changeMember(services, actor.person, { ...params, ...body, revision }),
    ),
    personRoute('removeMember', async ({ actor, params }) => removeMember(services, actor.person, params)),
    personRoute('listAdminSpaces', async ({ actor, query }) =>
      listAdminSpaces(services, actor.person, query),
    ),
    personRoute('archiveAdminSpace', async ({ actor, params }) =>
      archiveAdminSpace(services, { actor: actor.person, ...params }),
    ),
    personRoute('restoreAdminSpace', async ({ actor, params }) =>
      restoreAdminSpace(services, { actor: actor.person, ...params }),
    ),
    personRoute('giveAdminSpace', async ({ actor, params, body }) =>
      giveAdminSpace(services, { actor: actor.person, ...params, ...body }),
    ),
    personRoute('getAdminRetention', async ({ actor, params }) =>
      getAdminRetention(services, actor.person, params.spaceId),
    ),
    personRoute('changeAdminRetention', async ({ actor, params, body, revision }) =>
      changeAdminRetention(services, actor.person, { ...params, change: body, revision }),
    ),
    personRoute('holdSpace', async ({ actor, params, body, revision }) =>
      holdSpace(services, { actor: actor.person, ...params, ...body, revision }),
    ),
    personRoute('endHold', async ({ actor, params, revision }) =>
      endHold(services, { actor: actor.person, ...params, revision }),
    ),
  ];
}
