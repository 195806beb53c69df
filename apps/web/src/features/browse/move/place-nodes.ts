import type { NodeId, NodeView } from '@coffer/contracts';
import { inBatches, placeInto, type Placed, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/query-cache.ts';
import { dismissToast, showToast } from '../../../ui/toast-store.ts';
import { offerUndo } from '../actions/node-actions.ts';
import { doneWords, showPlaceFailure, showRefused, undoneWords } from './place-words.ts';
import { type Conflict, involvesFolder, type Mode, type PlaceInput, type Resolution } from './placing.ts';
import { text } from './texts.ts';

/** Resolves to what is in the target now. Failures are shown. */
export async function placeNodes(cache: QueryCache, input: PlaceInput): Promise<readonly NodeId[]> {
  const placed: Placed[] = [];
  try {
    placed.push(...(await placeAndAsk(cache, input)));
  } catch (cause) {
    showPlaceFailure(cause, input);
  }
  await invalidateTree(cache);
  return placed.map(({ node }) => node.id);
}

async function placeAndAsk(cache: QueryCache, input: PlaceInput): Promise<readonly Placed[]> {
  const { mode, nodes, target, ask } = input;
  const before = new Map(nodes.map((node) => [node.id, node]));
  const first = await whileSaying(mode, placeInto(mode, [...before.keys()], { target: target.id }));
  const conflicts = first.refused.flatMap(({ id, code, existing }) => {
    const node = before.get(id);
    return code !== 'name_taken' || node === undefined || existing === undefined ? [] : [{ node, existing }];
  });
  const refused = first.refused.filter(({ id }) => !conflicts.some(({ node }) => node.id === id));
  const placed = [...first.placed];
  if (conflicts.length > 0) {
    await invalidateTree(cache);
    const resolution = await ask(conflicts);
    const resolved = await whileSaying(mode, resolve({ mode, target, conflicts, resolution }));
    placed.push(...resolved.placed);
    refused.push(...resolved.refused);
  }
  if (placed.length > 0) {
    offerUndo(cache, doneWords(input, placed), {
      run: async () =>
        await (mode === 'move' ? moveBack(placed, before) : trashCopies(placed)).then(
          async () => await bringBackReplaced(placed),
        ),
      doneText: undoneWords(input, placed),
    });
  }
  showRefused(
    mode,
    refused.map(({ id, code }) => ({ code, node: before.get(id) })),
  );
  return placed;
}

export function sayHeld(mode: Mode, count: number): void {
  showToast({ text: text(`place.${mode}.held`, { count }), key: 'held' });
}

const QUICK_MS = 700;

/** Copying many items takes a moment. */
async function whileSaying<T>(mode: Mode, work: Promise<T>): Promise<T> {
  if (mode === 'move') return await work;
  let toast: number | undefined;
  const timer = setTimeout(() => {
    toast = showToast({ text: text('move.copying') });
  }, QUICK_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (toast !== undefined) dismissToast(toast);
  }
}

type Outcome = Awaited<ReturnType<typeof placeInto>>;

interface Resolving extends Pick<PlaceInput, 'mode' | 'target'> {
  readonly conflicts: readonly Conflict[];
  readonly resolution: Resolution;
}

/** Folders are never replaced, so both are kept. */
async function resolve({ mode, target, conflicts, resolution }: Resolving): Promise<Outcome> {
  if (resolution === 'skip') return { placed: [], refused: [] };
  const isReplaced = (conflict: Conflict): boolean => resolution === 'replace' && !involvesFolder(conflict);
  const place = async (chosen: readonly Conflict[], conflict: 'rename' | 'replace'): Promise<Outcome> =>
    await placeInto(
      mode,
      chosen.map(({ node }) => node.id),
      { target: target.id, conflict },
    );
  const replaced = await place(conflicts.filter(isReplaced), 'replace');
  const renamed = await place(
    conflicts.filter((conflict) => !isReplaced(conflict)),
    'rename',
  );
  return {
    placed: [...replaced.placed, ...renamed.placed],
    refused: [...replaced.refused, ...renamed.refused],
  };
}

async function moveBack(moved: readonly Placed[], before: ReadonlyMap<NodeId, NodeView>): Promise<void> {
  const homes = new Map<NodeId, NodeView[]>();
  for (const { node } of moved) {
    const old = before.get(node.id);
    if (old === undefined || old.parentId === null) continue;
    homes.set(old.parentId, [...(homes.get(old.parentId) ?? []), old]);
  }
  let refused = 0;
  for (const [parentId, nodes] of homes) {
    const back = await placeInto(
      'move',
      nodes.map(({ id }) => id),
      { target: parentId, conflict: 'rename' },
    );
    refused += back.refused.length;
    for (const { node } of back.placed) await giveNameBack(node, before.get(node.id)?.name);
  }
  sayNotUndone('move', refused);
}

async function trashCopies(copies: readonly Placed[]): Promise<void> {
  const { refused } = await inBatches(
    'trashNodes',
    copies.map(({ node }) => node.id),
  );
  sayNotUndone('copy', refused);
}

function sayNotUndone(mode: Mode, count: number): void {
  if (count > 0) showToast({ tone: 'danger', text: text(`place.${mode}.undoFailed`, { count }) });
}

async function bringBackReplaced(placed: readonly Placed[]): Promise<void> {
  const ids = placed.flatMap(({ replacedId }) => (replacedId === undefined ? [] : [replacedId]));
  await inBatches('restoreNodes', ids);
}

/** Keeps the number when somebody took the old name meanwhile. */
async function giveNameBack(node: NodeView, name: string | undefined): Promise<void> {
  if (name !== undefined && name !== node.name)
    await Promise.allSettled([renameTo(node.id, node.revision, name)]);
}
