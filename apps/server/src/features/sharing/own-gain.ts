import type { GrantRole, SpaceRole } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import type { NodeAccess } from '../files/index.ts';
import { isEnough, WAYS_MAX } from './model.ts';
import { listHeldGrants } from './store/grants.ts';
import { listGroupIdsOf, listSpaceMembers } from './store/holders.ts';

interface Giving {
  readonly actor: { readonly id: string };
  readonly access: NodeAccess;
  readonly now: Date;
}

/**
 * Those of the holders by which the actor would give themselves more access, or access for longer. What ends for a
 * manager ends unless somebody else extends it.
 */
export async function findOwnGains(
  tx: Tx,
  { actor, access, now }: Giving,
  asked: {
    readonly holderIds: readonly string[];
    readonly role: GrantRole;
    readonly expiresAt: Date | null;
  },
): Promise<ReadonlySet<string>> {
  const groupIds = await listGroupIdsOf(tx, actor.id);
  const own = asked.holderIds.filter((id) => id === actor.id || groupIds.has(id));
  if (own.length === 0) return new Set();
  const spaceId = access.node.space_id;
  const of = { spaceId, userIds: [actor.id], limit: WAYS_MAX };
  const nodeIds = [...access.ancestors, access.node].map(({ id }) => id);
  const held = [
    ...(await listSpaceMembers(tx, of)).map(({ role }) => ({ role, expiresAt: null })),
    ...(await listHeldGrants(tx, { ...of, nodeIds, now })).map(termsOf),
  ];
  return held.some((terms) => isEnough(terms, asked)) ? new Set() : new Set(own);
}

export function termsOf<Role extends SpaceRole>(row: {
  readonly role: Role;
  readonly expires_at: Date | null;
}): { readonly role: Role; readonly expiresAt: Date | null } {
  return { role: row.role, expiresAt: row.expires_at };
}
