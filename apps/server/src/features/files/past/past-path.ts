import { LIMITS, NodeId, type PastPage } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { findNodePast } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, listAccesses } from '../node-access.ts';
import { may } from '../policy.ts';
import { placeBefore } from './past-place.ts';
import type { Past } from './read-past.ts';

export interface PastPath {
  readonly name: string;
  /** The parent folders, from the outermost visible one. */
  readonly path: PastPage['path'];
  readonly knownFrom: PastPage['knownFrom'] | undefined;
}

/** Follows the parents at that moment, through the events of the space that the folder was in at the time. */
export async function findPastPath(
  db: Db | Tx,
  asking: Asking,
  { access, past }: { readonly access: NodeAccess; readonly past: Past },
): Promise<PastPath> {
  const { node } = access;
  const path: PastPage['path'] = [];
  let name = node.name;
  let at: NodeAccess | undefined = access;
  for (let level = 0; at !== undefined && level <= LIMITS.depthMax; level += 1) {
    const { id, space_id, created_at, parent_id } = at.node;
    const { spaceId, sequence: after } = past;
    const { first, arrived_at: arrivedAt } = await findNodePast(db, { spaceId, nodeId: id, after });
    if (arrivedAt !== null) {
      return { name, path, knownFrom: { at: arrivedAt.toISOString(), why: 'arrived' } };
    }
    const before = first === null ? undefined : placeBefore(first);
    if (level === 0 && created_at > past.moment) {
      return { name, path, knownFrom: { at: created_at.toISOString(), why: 'created' } };
    }
    const nameThen = before?.name ?? at.node.name;
    if (level === 0) name = nameThen;
    else path.unshift({ id: NodeId.parse(id), name: nameThen });
    const aboveId = before?.parentId ?? parent_id;
    if (aboveId === null || space_id !== past.spaceId) break;
    at = await findSeen(db, asking, aboveId);
  }
  return { name, path, knownFrom: undefined };
}

async function findSeen(db: Db | Tx, asking: Asking, id: string): Promise<NodeAccess | undefined> {
  const access = (await listAccesses(db, asking, [id])).get(id);
  if (access === undefined) return undefined;
  return may({ ...asking, role: access.role }, 'see', access.node) ? access : undefined;
}
