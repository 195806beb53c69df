import { eachAtOnce } from '@coffer/kit';
import type { Context } from '../context.ts';
import { hashFile } from '../local/hash-file.ts';
import type { LocalEntry } from '../local/walk.ts';
import { contentOf, isContent } from '../remote/content-of.ts';
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

/** The keys of files that have the same content on both sides. */
export async function findSame(
  context: Context,
  { local, remote, known }: Sides,
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  const pairs = [...local].flatMap(([key, here]) => {
    const there = remote.get(key);
    return there?.kind === 'file' && here.kind === 'file' ? [{ key, here, there }] : [];
  });
  await eachAtOnce(pairs, AT_ONCE, async ({ key, here, there }) => {
    const last = known.get(key);
    const isUntouched = !isLocalChanged(here, last) && !isRemoteChanged(there, last);
    if (isUntouched || (await isSameContent(context, here, there))) same.add(key);
  });
  return same;
}

/** By size, then by SHA-256. */
async function isSameContent(
  { client, signal }: Context,
  here: LocalEntry,
  there: RemoteEntry,
): Promise<boolean> {
  if (here.sizeBytes !== there.sizeBytes || there.versionId === null) return false;
  const content = await contentOf(client, there.id, there.versionId);
  if (content === undefined) return false;
  return isContent(await hashFile(here.absolute, content.partSizeBytes, signal), content);
}
