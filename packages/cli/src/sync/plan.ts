import type { LocalEntry } from '../local/walk.ts';
import type { RemoteEntry } from '../remote/read-tree.ts';
import { type Compared, isRemoteChanged, type Sides } from './compare.ts';

export interface SyncOptions {
  readonly direction: 'up' | 'down';
  /** Removes items that exist only at the target. */
  readonly isDelete: boolean;
  /** Also overwrites or removes what changed at the target since the last sync. */
  readonly isOverwrite: boolean;
}

export type Step =
  /** With `over`, uploads the next version of exactly that version. */
  | { readonly kind: 'upload'; readonly local: LocalEntry; readonly over?: RemoteEntry }
  /** With `over`, replaces that file; `isAside` keeps its bytes in the local trash, because they changed here. */
  | {
      readonly kind: 'download';
      readonly remote: RemoteEntry;
      readonly over?: LocalEntry;
      readonly isAside: boolean;
    }
  | { readonly kind: 'folder'; readonly path: readonly string[] }
  | { readonly kind: 'trash'; readonly remote: RemoteEntry }
  | { readonly kind: 'aside'; readonly local: LocalEntry }
  | { readonly kind: 'same'; readonly local: LocalEntry; readonly remote: RemoteEntry }
  | { readonly kind: 'conflict'; readonly path: readonly string[]; readonly message: string };

interface Planned extends Sides, Compared {
  /** Keys of the folders at the last sync. */
  readonly knownFolders: ReadonlySet<string>;
  /** Keys of local items that could not be read. Their remote counterparts are not touched. */
  readonly unread: ReadonlySet<string>;
}

/** The steps of a sync, folders before their contents. A pure function. */
export function planSync(compared: Planned, options: SyncOptions): readonly Step[] {
  const { local, remote } = compared;
  const keys = new Set([...local.keys(), ...remote.keys()]);
  return [...keys].flatMap((key) => {
    if (isUnread(key, compared.unread)) return [];
    const here = local.get(key);
    const there = remote.get(key);
    if (here !== undefined && there !== undefined) return planPair({ key, here, there }, compared, options);
    if (options.direction === 'up') {
      if (here !== undefined) return [bring(here, { kind: 'upload', local: here })];
      return there === undefined ? [] : planRemoval({ key, there }, compared, options);
    }
    if (there !== undefined) return [bring(there, { kind: 'download', remote: there, isAside: false })];
    return here === undefined ? [] : planRemoval({ key, here }, compared, options);
  });
}

function isUnread(key: string, unread: ReadonlySet<string>): boolean {
  for (let at = key.length; at > 0; at = key.lastIndexOf('/', at - 1))
    if (unread.has(key.slice(0, at))) return true;
  return false;
}

function bring({ kind, path }: LocalEntry | RemoteEntry, file: Step): Step {
  return kind === 'folder' ? { kind: 'folder', path } : file;
}

interface Pair {
  readonly key: string;
  readonly here: LocalEntry;
  readonly there: RemoteEntry;
}

function planPair({ key, here, there }: Pair, compared: Planned, options: SyncOptions): readonly Step[] {
  const { path } = here;
  if (here.kind !== there.kind)
    return [{ kind: 'conflict', path, message: 'it is a file on one side and a folder on the other.' }];
  if (here.kind === 'folder' || compared.same.has(key)) return [{ kind: 'same', local: here, remote: there }];
  const known = compared.known.get(key);
  if (options.direction === 'up') {
    if (!isRemoteChanged(there, known) || options.isOverwrite)
      return [{ kind: 'upload', local: here, over: there }];
    return [{ kind: 'conflict', path, message: messageOf(known !== undefined, 'in Coffer') }];
  }
  const isChanged = compared.changedHere.has(key);
  if (!isChanged || options.isOverwrite)
    return [{ kind: 'download', remote: there, over: here, isAside: isChanged }];
  return [{ kind: 'conflict', path, message: messageOf(known !== undefined, 'here') }];
}

function messageOf(wasSynced: boolean, where: string): string {
  if (wasSynced) return `it was changed ${where} since the last sync. --overwrite replaces it.`;
  return 'it differs on both sides, and was never synced. --overwrite replaces it.';
}

interface Removal {
  readonly key: string;
  readonly here?: LocalEntry;
  readonly there?: RemoteEntry;
}

function planRemoval(
  { key, here, there }: Removal,
  compared: Planned,
  options: SyncOptions,
): readonly Step[] {
  if (!options.isDelete) return [];
  const step = removalOf(here, there);
  const path = here?.path ?? there?.path ?? [];
  if (step === undefined) return [];
  if (options.isOverwrite) return [step];
  if (isOfLastSync({ key, here, there }, compared)) return [step];
  // A folder remains because of its contents, which are reported themselves.
  if ((here ?? there)?.kind === 'folder') return [];
  const where = there === undefined ? 'here' : 'in Coffer';
  const message = compared.known.has(key)
    ? `it was changed ${where} since the last sync. --overwrite removes it.`
    : `it is only ${where}, and was never synced. --overwrite removes it.`;
  return [{ kind: 'conflict', path, message }];
}

function removalOf(here: LocalEntry | undefined, there: RemoteEntry | undefined): Step | undefined {
  if (there !== undefined) return { kind: 'trash', remote: there };
  return here === undefined ? undefined : { kind: 'aside', local: here };
}

function isOfLastSync(
  { key, here, there }: { key: string; here: LocalEntry | undefined; there: RemoteEntry | undefined },
  { known, knownFolders, changedHere }: Planned,
): boolean {
  if ((here ?? there)?.kind === 'folder') return knownFolders.has(key);
  if (here !== undefined) return !changedHere.has(key);
  return there !== undefined && !isRemoteChanged(there, known.get(key));
}
