import { personRoute, type Route } from '../../../route.ts';
import type { Services } from '../../../services.ts';
import {
  changeRoleOf,
  disable,
  dropFactors,
  enable,
  handOver,
  linkForPassword,
  removePictureOf,
  signOutEverywhere,
  withdraw,
} from './change-person.ts';
import { invitePeople } from './invite-people.ts';
import { describeRemoval } from '../removal/describe-removal.ts';
import { listTokensOf, revokeToken, revokeTokens } from './tokens.ts';
import { removePerson } from '../removal/remove-person.ts';
import { listAdminPeople } from './list-people.ts';

type Needs = Pick<
  Services,
  'cipher' | 'clock' | 'config' | 'db' | 'issuers' | 'log' | 'newId' | 'pool' | 'settings'
>;

export function administrationRoutes(services: Needs): readonly Route[] {
  return [
    personRoute('listAdminPeople', async ({ actor, query }) =>
      listAdminPeople(services, actor.person, query),
    ),
    personRoute('invitePeople', async ({ actor, body }) => invitePeople(services, actor.person, body)),
    personRoute('withdrawInvitation', async ({ actor, body }) =>
      withdraw(services, actor.person, body.email),
    ),
    personRoute('createResetLink', async ({ actor, params }) =>
      linkForPassword(services, { actor: actor.person, ...params }),
    ),
    personRoute('changeSystemRole', async ({ actor, params, body, revision }) =>
      changeRoleOf(services, { actor: actor.person, ...params }, { ...body, revision }),
    ),
    personRoute('disablePerson', async ({ actor, params }) =>
      disable(services, { actor: actor.person, ...params }),
    ),
    personRoute('enablePerson', async ({ actor, params }) =>
      enable(services, { actor: actor.person, ...params }),
    ),
    personRoute('signPersonOut', async ({ actor, params }) =>
      signOutEverywhere(services, { actor: actor.person, ...params }),
    ),
    personRoute('listPersonTokens', async ({ actor, params }) =>
      listTokensOf(services, { actor: actor.person, ...params }),
    ),
    personRoute('revokeToken', async ({ actor, params }) =>
      revokeToken(services, { actor: actor.person, ...params }),
    ),
    personRoute('revokeTokens', async ({ actor, params }) =>
      revokeTokens(services, { actor: actor.person, ...params }),
    ),
    personRoute('resetPersonFactors', async ({ actor, params }) =>
      dropFactors(services, { actor: actor.person, ...params }),
    ),
    personRoute('removePersonPicture', async ({ actor, params }) =>
      removePictureOf(services, { actor: actor.person, ...params }),
    ),
    personRoute('getRemoval', async ({ actor, params }) =>
      describeRemoval(services, { actor: actor.person, ...params }),
    ),
    personRoute('removePerson', async ({ actor, params, body, revision }) =>
      removePerson(services, { actor: actor.person, ...params, ...body, revision }),
    ),
    personRoute('handOverFiles', async ({ actor, params, body, once }) =>
      handOver({ ...services, once }, { actor: actor.person, ...params }, body.toId),
    ),
  ];
}
