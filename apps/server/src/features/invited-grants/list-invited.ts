import { type InvitedGrants, type NodeId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findGoodNode, listInvited } from '../sharing/index.ts';
import { findInviting } from './find-inviter.ts';
import { presentInvited } from './present.ts';

export async function listInvitedGrants(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'issuers' | 'pool' | 'settings'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<InvitedGrants, Failure> {
  const { db } = services;
  const found = await findInviting(services, actor, nodeId);
  if (!found.ok) return found;
  const { access, invites, now } = found.value;
  const limit = SERVER_LIMITS.grantsPerNodeMax;
  const rows = await listInvited(db, { spaceId: access.node.space_id, nodeId, now, limit });
  const good = new Map<string, boolean>();
  for (const row of rows) {
    const isKnown = good.has(row.granted_by);
    if (!isKnown) good.set(row.granted_by, (await findGoodNode(db, row, now)) !== undefined);
  }
  const items = rows.map((row) => presentInvited(row, { actor, isGood: good.get(row.granted_by) ?? false }));
  return ok({ items, invites });
}
