import { err, ok, type Result } from '@coffer/kit';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import type { Asking } from '../../node-access.ts';
import { listPastFolders, type SameFolder } from '../../store/past.ts';
import { type ChangedNode, CHANGES_MAX, type Past, readChanged } from '../read-past.ts';

/** A folder and all descendants as they were at a moment. */
export interface PastTree {
  /** Depth of each folder at that moment. The requested folder has 0. */
  readonly depths: ReadonlyMap<string, number>;
  /** Folders without events since the moment. */
  readonly same: readonly SameFolder[];
  readonly changed: ReadonlyMap<string, ChangedNode>;
}

const FOLDERS_MAX = 20_000;

export type TreeFailure =
  | { readonly code: 'unknown'; readonly knownFrom: Date | undefined }
  | { readonly code: 'limit_reached'; readonly facts: { readonly limit: number } };

/** Reads the tree level by level. Fails if a part is unknown, because the restore would be incomplete. */
export async function readPastTree(
  db: Db | Tx,
  asking: Asking,
  { rootId, past }: { readonly rootId: string; readonly past: Past },
): Promise<Result<PastTree, TreeFailure>> {
  const depths = new Map([[rootId, 0]]);
  const same: SameFolder[] = [];
  const changed = new Map<string, ChangedNode>();
  let level: readonly string[] = [rootId];
  for (let depth = 1; level.length > 0; depth += 1) {
    const read = await readLevel(db, asking, { folderIds: level, past, max: CHANGES_MAX - changed.size });
    if (!read.ok) return read;
    for (const each of read.value.nodes) changed.set(each.id, each);
    same.push(...read.value.same);
    level = read.value.folderIds;
    for (const id of level) depths.set(id, depth);
    if (depths.size > FOLDERS_MAX) return err({ code: 'limit_reached', facts: { limit: FOLDERS_MAX } });
  }
  return ok({ depths, same, changed });
}

interface Level {
  readonly nodes: readonly ChangedNode[];
  readonly same: readonly SameFolder[];
  /** The folders of the next level at that moment. */
  readonly folderIds: readonly string[];
}

async function readLevel(
  db: Db | Tx,
  asking: Asking,
  {
    folderIds,
    past,
    max,
  }: { readonly folderIds: readonly string[]; readonly past: Past; readonly max: number },
): Promise<Result<Level, TreeFailure>> {
  const read = await readChanged(db, asking, { folderIds, past, max });
  if (read === undefined) return err({ code: 'limit_reached', facts: { limit: CHANGES_MAX } });
  const { nodes, knownFrom } = read;
  if (knownFrom !== undefined) return err({ code: 'unknown', knownFrom });
  const same = await listPastFolders(db, {
    spaceId: past.spaceId,
    moment: past.moment,
    folderIds,
    except: nodes.map(({ id }) => id),
    limit: FOLDERS_MAX + 1,
  });
  const inLevel = new Set(folderIds);
  const folders = nodes.filter(
    ({ access, was }) => access?.node.kind === 'folder' && was !== undefined && inLevel.has(was.parentId),
  );
  // Events in another space cannot be read from this space.
  if (folders.some(({ wasElsewhere }) => wasElsewhere)) return err({ code: 'unknown', knownFrom: undefined });
  return ok({ nodes, same, folderIds: [...same, ...folders].map(({ id }) => id) });
}
