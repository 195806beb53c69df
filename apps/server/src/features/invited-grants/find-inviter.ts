import type { InvitedGrants, NodeId, Person, Settings } from '@coffer/contracts';
import { presentRole } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode, type NodeAccess } from '../files/index.ts';
import { mayInvite } from '../people/index.ts';
import { mayShare, ROLE_THAT_SHARES } from '../sharing/index.ts';

type WaysToInvite = InvitedGrants['invites'];

/** How the person may invite. Only administrators get the link itself, because it gives access to the account. */
function waysOf(
  services: Pick<Services, 'config' | 'issuers' | 'pool'>,
  { role }: Person,
  { inviters }: Settings,
): WaysToInvite {
  const isAdministrator = role === 'administrator';
  if (!mayInvite(services) || (inviters !== 'everyone' && !isAdministrator)) return 'none';
  if (services.config.mail !== undefined) return 'mail';
  return isAdministrator ? 'link' : 'none';
}

interface Inviting {
  readonly access: NodeAccess;
  readonly invites: WaysToInvite;
  readonly now: Date;
}

/** How the person may invite to the node. Fails if they may not share it. */
export async function findInviting(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'issuers' | 'pool' | 'settings'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<Inviting, Failure> {
  const { clock, db, settings } = services;
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  if (!mayShare(presentRole(access.role))) {
    return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
  }
  return ok({ access, invites: waysOf(services, actor, await settings.read(db)), now });
}

/**
 * Like {@link findInviting}, but fails if the person may not invite. Called before any lookup, because such a person
 * must not learn which addresses have accounts.
 */
export async function findInviter(
  services: Parameters<typeof findInviting>[0],
  actor: Person,
  nodeId: NodeId,
): ReturnType<typeof findInviting> {
  const found = await findInviting(services, actor, nodeId);
  if (!found.ok || found.value.invites !== 'none') return found;
  return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
}
