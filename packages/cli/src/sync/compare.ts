import type { Context } from '../context.ts';
import type { LocalEntry } from '../local/walk.ts';
import type { RemoteEntry } from '../remote/read-tree.ts';
import { findSameContent } from '../remote/same-content.ts';
import type { SyncedFile } from './sync-state.ts';

/** Entries of both sides, by the keys of their paths. */
export interface Sides {
  readonly local: ReadonlyMap<string, LocalEntry>;
  readonly remote: ReadonlyMap<string, RemoteEntry>;
  readonly known: ReadonlyMap<string, SyncedFile>;
}

/** Whether the file changed since the last sync. A file that was never synced counts as changed. */
export function isLocalChanged(local: LocalEntry, known: SyncedFile | undefined): boolean {
  return known?.sizeBytes !== local.sizeBytes || known.modifiedMs !== local.modifiedMs;
}

export function isRemoteChanged(remote: RemoteEntry, known: SyncedFile | undefined): boolean {
  return known?.versionId !== remote.versionId;
}

/** Keys of the files that have the same content on both sides. */
export async function findSame(
  context: Context,
  { local, remote, known }: Sides,
): Promise<ReadonlySet<string>> {
  const same = new Set<string>();
  const pairs = [...local].flatMap(([key, here]) => {
    const there = remote.get(key);
    return there?.kind === 'file' && here.kind === 'file' ? [{ key, here, there }] : [];
  });
  const touched = pairs.flatMap(({ key, here, there }) => {
    const last = known.get(key);
    const isUntouched = !isLocalChanged(here, last) && !isRemoteChanged(there, last);
    if (isUntouched) same.add(key);
    return isUntouched ? [] : [{ key, local: here, remote: there }];
  });
  for (const { key } of await findSameContent(context, touched)) same.add(key);
  return same;
}
