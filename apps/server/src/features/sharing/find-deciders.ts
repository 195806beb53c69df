import type { Db, Tx } from '../../platform/db/db.ts';
import { type NodeAccess, roleInSpace } from '../files/index.ts';
import { listHeldGrants } from './store/grants.ts';
import { listManaging, type ManagingRow } from './store/reach.ts';

const GRANTS_MAX = 100;

/**
 * Lists who may give roles on the node. `known` are those that the reader may know: without a role in the space, only
 * the givers of their own grants.
 */
export async function findDeciders(
  db: Db | Tx,
  reading: {
    readonly readerId: string;
    readonly access: NodeAccess;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<{ readonly all: readonly ManagingRow[]; readonly known: readonly ManagingRow[] }> {
  const { readerId, access, now, limit } = reading;
  const { node, ancestors } = access;
  const place = { spaceId: node.space_id, nodeIds: [...ancestors, node].map(({ id }) => id), now };
  const all = (await listManaging(db, { ...place, node, limit })).filter(({ id }) => id !== readerId);
  if (roleInSpace(access) !== undefined) return { all, known: all };
  const held = await listHeldGrants(db, { ...place, userIds: [readerId], limit: GRANTS_MAX });
  const givers = new Set(held.map(({ granted_by: id }) => id));
  return { all, known: all.filter(({ id }) => givers.has(id)) };
}
