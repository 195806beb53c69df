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

/** Keys of files. */
export interface Compared {
  /** The same content on both sides. */
  readonly same: ReadonlySet<string>;
  /** Changed on this disk since the last sync, or never synced. */
  readonly changedHere: ReadonlySet<string>;
}

export function isRemoteChanged(remote: RemoteEntry, known: SyncedFile | undefined): boolean {
  return known?.versionId !== remote.versionId;
}

/** Reads the files whose size and times do not tell whether they changed. */
export async function compareSides(context: Context, sides: Sides): Promise<Compared> {
  const { local, remote, known } = sides;
  const pairs = [...local].flatMap(([key, here]): readonly Pair[] => {
    const there = remote.get(key);
    return there?.kind === 'file' && here.kind === 'file' ? [{ key, local: here, remote: there }] : [];
  });
  const isEqual = ({ key, local: here, remote: there }: Pair): boolean =>
    stateOf(here, known.get(key)) === 'unchanged' && !isRemoteChanged(there, known.get(key));
  const unequal = pairs.filter((pair) => !isEqual(pair));
  const alike = await findSameContent(context, unequal);
  const same = new Set([...pairs.filter(isEqual), ...alike].map(({ key }) => key));
  const unsure = unequal.filter(
    ({ key, local: here, remote: there }) =>
      stateOf(here, known.get(key)) === 'touched' && isRemoteChanged(there, known.get(key)),
  );
  const unchanged = await findUnchanged(
    context,
    unsure.filter(({ key }) => !same.has(key)),
    known,
  );
  const changedHere = [...local].filter(
    ([key, here]) =>
      !same.has(key) && !unchanged.has(key) && isChanged(here, known.get(key), remote.has(key)),
  );
  return { same, changedHere: new Set(changedHere.map(([key]) => key)) };
}

interface Pair {
  readonly key: string;
  readonly local: LocalEntry;
  readonly remote: RemoteEntry;
}

/** `touched`: size and modification time are as before, but programs can keep them when they change a file. */
function stateOf(local: LocalEntry, known: SyncedFile | undefined): 'unchanged' | 'touched' | 'changed' {
  if (known?.sizeBytes !== local.sizeBytes || known.modifiedMs !== local.modifiedMs) return 'changed';
  return known.changedMs === local.changedMs ? 'unchanged' : 'touched';
}

/** Judges without the content. */
function isChanged(local: LocalEntry, known: SyncedFile | undefined, isOnBothSides: boolean): boolean {
  const state = stateOf(local, known);
  // After an older "coffer", only size and time are known of a file that Coffer no longer has.
  if (state === 'touched' && known?.changedMs === undefined) return isOnBothSides;
  return state !== 'unchanged';
}

/** Keys of the files that still have the content of the last sync. */
async function findUnchanged(
  context: Context,
  pairs: readonly Pair[],
  known: Sides['known'],
): Promise<ReadonlySet<string>> {
  const last = pairs.flatMap(({ key, local, remote }) => {
    const file = known.get(key);
    return file === undefined ? [] : [{ key, local, remote: { id: remote.id, ...file } }];
  });
  return new Set((await findSameContent(context, last)).map(({ key }) => key));
}
