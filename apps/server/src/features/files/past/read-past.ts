import type { Db, Tx } from '../../../platform/db/db.ts';
import { listTouchedNodes, type TouchedNode } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, listAccesses } from '../node-access.ts';
import { may } from '../policy.ts';
import { findPastVersions, type PastVersion, type WantedVersion } from '../store/past.ts';
import { listKnownIds } from '../store/put.ts';
import { isGoing, type PastPlace, placeBefore, placeWithout } from './past-place.ts';

/** A moment in the life of a space. */
export interface Past {
  readonly spaceId: string;
  readonly moment: Date;
  /** The last event that was not after it. */
  readonly sequence: number;
}

/** Something has happened to it in one of the folders since. */
export interface ChangedNode {
  readonly id: string;
  /** Undefined when it was not there, or in the trash. */
  readonly was: PastPlace | undefined;
  /** As it is today. Undefined when the person may not see it. */
  readonly access: NodeAccess | undefined;
  /** Of files that were there. Undefined when the content of then is not kept. */
  readonly version: PastVersion | undefined;
  /** In another space, since. */
  readonly wasElsewhere: boolean;
}

export interface ChangedNodes {
  readonly nodes: readonly ChangedNode[];
  /** Set when something that was there is deleted permanently: from then on everything is known. */
  readonly knownFrom: Date | undefined;
}

/** Nodes with which something has happened in folders since, beyond which a moment is refused. */
export const CHANGES_MAX = 10_000;

/** By undoing what has happened in the folders since. Undefined when it was too much. */
export async function readChanged(
  db: Db | Tx,
  asking: Asking,
  { folderIds, past, max = CHANGES_MAX }: Reading,
): Promise<ChangedNodes | undefined> {
  const { spaceId, sequence: after } = past;
  const touched = await listTouchedNodes(db, { spaceId, folderIds, after, limit: max + 1 });
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
  readonly max?: number;
}

/** What has been in another space since has versions of which this one does not tell. */
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
