import type { NodeId, NodesSize, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { readWithin } from '../../../platform/db/bounded-read.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { NodeAccess } from '../model.ts';
import { findNodes } from '../node-access.ts';
import { onlyMadeBy } from '../policy.ts';
import { type FoldersBelow, type FolderSize, measureFolders } from '../store/folder-size.ts';

const TIMEOUT_MS = 2_000;
export const MEASURED_FOLDERS_MAX = 50_000;
/** Folders that are counted after a timeout: a lower bound is better than no result. */
const FOLDERS_MAX_AFTER_TIMEOUT = 1_000;

const UNKNOWN: FolderSize = { folders: 0, files: 0, bytes: 0, isComplete: false };

/** Measures nodes of one space without a lock. A node below another selected node counts once. */
export async function measureNodes(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  input: { readonly ids: readonly NodeId[]; readonly foldersMax?: number },
): Outcome<NodesSize, { readonly code: 'node_not_found' }> {
  const { ids, foldersMax = MEASURED_FOLDERS_MAX } = input;
  const found = await findNodes(services.db, { actor, now: services.clock.now() }, ids);
  const accesses = [...found.values()];
  const spaceIds = new Set(accesses.map(({ node }) => node.space_id));
  if (ids.some((id) => !found.has(id)) || spaceIds.size > 1) return err({ code: 'node_not_found' });
  const { node: first } = defined(accesses[0], 'the request names no node');
  const nodes = outermost(accesses).map(({ node }) => node);
  const files = nodes.filter(({ kind }) => kind === 'file');
  const below = await measure(services.db, {
    spaceId: first.space_id,
    folderIds: nodes.filter(({ kind }) => kind === 'folder').map(({ id }) => id),
    // The person may have different roles on the nodes. The weakest one decides.
    madeBy: accesses.map(({ role }) => onlyMadeBy(role, actor)).find((madeBy) => madeBy !== undefined),
    foldersMax,
  });
  return ok({
    folders: below.folders,
    files: below.files + files.length,
    sizeBytes: below.bytes + files.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0),
    isComplete: below.isComplete,
  });
}

async function measure(db: Db, below: FoldersBelow): Promise<FolderSize> {
  for (const foldersMax of [below.foldersMax, FOLDERS_MAX_AFTER_TIMEOUT]) {
    const size = await readWithin(
      db,
      TIMEOUT_MS,
      async (tx) => await measureFolders(tx, { ...below, foldersMax }),
    );
    if (size !== undefined) return size;
  }
  return UNKNOWN;
}

function outermost(accesses: readonly NodeAccess[]): readonly NodeAccess[] {
  const ids = new Set(accesses.map(({ node }) => node.id));
  return accesses.filter(({ ancestors }) => !ancestors.some(({ id }) => ids.has(id)));
}
