import { eachAtOnce } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Context } from '../context.ts';
import { hashFile } from '../local/hash-file.ts';
import type { LocalEntry } from '../local/walk.ts';
import { contentsOf, isContent, type VersionRef } from '../remote/contents.ts';
import type { RemoteEntry } from '../remote/read-tree.ts';
import type { SyncedFile } from './sync-state.ts';

const AT_ONCE = 4;

/** Both sides, by the keys of paths. */
export interface Sides {
  readonly local: ReadonlyMap<string, LocalEntry>;
  readonly remote: ReadonlyMap<string, RemoteEntry>;
  readonly known: ReadonlyMap<string, SyncedFile>;
}

/** Since the last sync. What was never synced has changed. */
export function isLocalChanged(local: LocalEntry, known: SyncedFile | undefined): boolean {
  return known?.sizeBytes !== local.sizeBytes || known.modifiedMs !== local.modifiedMs;
}

export function isRemoteChanged(remote: RemoteEntry, known: SyncedFile | undefined): boolean {
  return known?.versionId !== remote.versionId;
}

/** The keys of files that have the same content on both sides: by size, then by SHA-256. */
export async function findSame(
  context: Context,
  { local, remote, known }: Sides,
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  const pairs = [...local].flatMap(([key, here]) => {
    const there = remote.get(key);
    return there?.kind === 'file' && here.kind === 'file' ? [{ key, here, there }] : [];
  });
  const touched: { readonly key: string; readonly here: LocalEntry; readonly version: VersionRef }[] = [];
  for (const { key, here, there } of pairs) {
    const last = known.get(key);
    const { id: nodeId, versionId } = there;
    if (!isLocalChanged(here, last) && !isRemoteChanged(there, last)) same.add(key);
    else if (here.sizeBytes === there.sizeBytes && versionId !== null)
      touched.push({ key, here, version: { nodeId, versionId } });
  }
  const contents = await contentsOf(
    context.client,
    touched.map(({ version }) => version),
  );
  await eachAtOnce([...touched.entries()], AT_ONCE, async ([at, { key, here }]) => {
    const content = contents[at];
    if (content === undefined || content instanceof ApiFailure) return;
    const sum = await hashFile(here.absolute, content.partSizeBytes, context.signal);
    if (isContent(sum, content)) same.add(key);
  });
  return same;
}
