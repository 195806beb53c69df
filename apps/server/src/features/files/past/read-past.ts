import type { Db, Tx } from '../../../platform/db/db.ts';
import { listTouchedNodes, type TouchedNode } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, listAccesses } from '../node-access.ts';
import { may } from '../policy.ts';
import { findPastVersions, type PastVersion, type WantedVersion } from '../store/past.ts';
import { listKnownIds } from '../store/put.ts';
import { isGoing, type PastPlace, placeBefore, placeWithout } from './past-place.ts';

/** A moment in the history of a space. */
export interface Past {
  readonly spaceId: string;
  readonly moment: Date;
  /** Sequence of the last event at or before the moment. */
  readonly sequence: number;
}

/** A node that has an event, after the moment, in one of the requested folders. */
export interface ChangedNode {
  readonly id: string;
  /** The place at the moment. Undefined if the node did not exist or was in the trash. */
  readonly was: PastPlace | undefined;
  /** The current node. Undefined if the person may not see it. */
  readonly access: NodeAccess | undefined;
  /** The version that was current at the moment. Undefined for folders, and if the content is no longer kept. */
  readonly version: PastVersion | undefined;
  /** Whether the node was in another space after the moment. */
  readonly wasElsewhere: boolean;
}

export interface ChangedNodes {
  readonly nodes: readonly ChangedNode[];
  /** The start of the complete history, if a node of the folders was deleted permanently after the moment. */
  readonly knownFrom: Date | undefined;
}

/** Maximum number of nodes with events since a moment. A moment with more is rejected. */
export const CHANGES_MAX = 10_000;

/**
 * The nodes that changed since the moment, computed by undoing their events. Undefined if there are more than `max`.
 */
export async function readChanged(
  db: Db | Tx,
  asking: Asking,
  { folderIds, past, madeBy, max = CHANGES_MAX }: Reading,
): Promise<ChangedNodes | undefined> {
  const { spaceId, sequence: after } = past;
  const touched = await listTouchedNodes(db, { spaceId, folderIds, after, madeBy, limit: max + 1 });
  if (touched.length > max) return undefined;
  const ids = touched.map((each) => each.node_id);
  const accesses = await listAccesses(db, asking, ids);
  const kept = await listKnownIds(db, ids);
  const isGone = ({ node_id: id }: TouchedNode): boolean => {
    const access = accesses.get(id);
    return !kept.has(id) || (access !== undefined && isGoing(access));
  };
  const thenOf = ({ node_id: id, first }: TouchedNode): PastPlace | undefined => {
    if (first !== null) return placeBefore(first);
    const access = accesses.get(id);
    return access === undefined ? undefined : placeWithout(access, past.moment);
  };
  const gone = touched.filter(isGone);
  const folders = new Set(folderIds);
  const isLost = gone.some((each) => folders.has(thenOf(each)?.parentId ?? ''));
  const nodes = touched
    .filter((each) => !isGone(each))
    .map((each) => {
      const access = accesses.get(each.node_id);
      const isSeen = access !== undefined && may({ ...asking, role: access.role }, 'see', access.node);
      return { each, id: each.node_id, was: thenOf(each), access: isSeen ? access : undefined };
    });
  const versions = await findPastVersions(db, {
    wanted: nodes.flatMap(({ each, was, access }) => (was === undefined ? [] : wantedOf(each, access))),
    moment: past.moment,
  });
  return {
    nodes: nodes.map(({ each, id, was, access }) => ({
      id,
      was,
      access,
      version: versions.get(id),
      wasElsewhere: each.was_elsewhere,
    })),
    knownFrom: isLost ? latest(gone.map((each) => each.touched_at)) : undefined,
  };
}

interface Reading {
  readonly folderIds: readonly string[];
  readonly past: Past;
  /** Limits the nodes to those that this person created, so that nothing tells how many others there are. */
  readonly madeBy?: string | undefined;
  readonly max?: number;
}

/**
 * After a stay in another space, the version number cannot be derived from events of this space. The version is looked
 * up by time instead.
 */
function wantedOf(
  { next_version: next, was_elsewhere: wasElsewhere }: TouchedNode,
  access: NodeAccess | undefined,
): readonly WantedVersion[] {
  if (access?.node.kind !== 'file') return [];
  const { id: nodeId, space_id: spaceId, current_version_id: current } = access.node;
  const version = { spaceId, nodeId, number: undefined, id: undefined };
  if (wasElsewhere) return [version];
  if (next !== null) return [{ ...version, number: next - 1 }];
  return [{ ...version, id: current ?? undefined }];
}

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}
