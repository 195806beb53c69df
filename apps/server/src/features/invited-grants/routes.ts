import { personRoute, type Route } from '../../route.ts';
import { changeInvitedGrant } from './change-invited.ts';
import { inviteToNode } from './invite-to-node.ts';
import { listInvitedGrants } from './list-invited.ts';
import { sendInvitedGrant } from './send-again.ts';
import type { InviteNeeds } from './send-invitation.ts';
import { createTurns } from './turns.ts';
import { createUnsent } from './unsent.ts';
import { withdrawInvitedGrant } from './withdraw-invited.ts';

export function invitedGrantRoutes(services: InviteNeeds): readonly Route[] {
  const turns = createTurns(services);
  const unsent = createUnsent(services);
  return [
    personRoute('listInvitedGrants', async ({ actor, params }) =>
      listInvitedGrants(services, actor.person, params.nodeId),
    ),
    personRoute('inviteToNode', async ({ actor, params, body, once }) =>
      inviteToNode({ ...services, turns, unsent, once }, actor.person, { ...params, ...body }),
    ),
    personRoute('changeInvitedGrant', async ({ actor, params, body, revision }) =>
      changeInvitedGrant(services, actor.person, { ...params, change: body, revision }),
    ),
    personRoute('withdrawInvitedGrant', async ({ actor, params }) =>
      withdrawInvitedGrant(services, actor.person, params),
    ),
    personRoute('sendInvitedGrant', async ({ actor, params }) =>
      sendInvitedGrant({ ...services, turns, unsent }, actor.person, params),
    ),
  ];
}
