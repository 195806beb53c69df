import { isErrorCode, type NodeId, type NodeView } from '@coffer/contracts';
import { errorTexts } from '../../../api/error-texts.ts';
import { inBatches, moveInto, type Moved, renameTo } from '../../../api/node-changes.ts';
import { invalidateTree } from '../../../api/nodes.ts';
import type { QueryCache } from '../../../api/query-cache.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { offerUndo, showFailure } from '../actions/node-actions.ts';
import { text } from './texts.ts';

export interface Target {
  readonly id: NodeId;
  readonly name: string;
}

export type Resolution = 'rename' | 'replace' | 'skip';

/** A name that is taken in the target. */
export interface Conflict {
  readonly node: NodeView;
  readonly existing: NodeView;
}

export interface MoveInput {
  readonly nodes: readonly NodeView[];
  readonly target: Target;
  /** Asks once for all conflicts. */
  readonly ask: (conflicts: readonly Conflict[]) => Promise<Resolution>;
}

/** Resolves to what moved. Failures are shown. */
export async function moveNodes(cache: QueryCache, input: MoveInput): Promise<readonly NodeId[]> {
  const moved: Moved[] = [];
  try {
    moved.push(...(await moveAndAsk(cache, input)));
  } catch (cause) {
    showFailure(cause, failedWords(input.nodes));
  }
  await invalidateTree(cache);
  return moved.map(({ node }) => node.id);
}

async function moveAndAsk(cache: QueryCache, input: MoveInput): Promise<readonly Moved[]> {
  const { nodes, target, ask } = input;
  const before = new Map(nodes.map((node) => [node.id, node]));
  const first = await moveInto([...before.keys()], target.id, 'fail');
  const conflicts = first.refused.flatMap(({ id, code, existing }) => {
    const node = before.get(id);
    return code !== 'name_taken' || node === undefined || existing === undefined ? [] : [{ node, existing }];
  });
  const refused = first.refused.filter(({ id }) => !conflicts.some(({ node }) => node.id === id));
  const moved = [...first.moved];
  if (conflicts.length > 0) {
    await invalidateTree(cache);
    const resolved = await resolve(conflicts, target, await ask(conflicts));
    moved.push(...resolved.moved);
    refused.push(...resolved.refused);
  }
  if (moved.length > 0) {
    offerUndo(cache, movedWords(moved, target), {
      run: async () => await moveBack(moved, before),
      doneText: backWords(moved),
    });
  }
  if (refused.length > 0) showRefused(refused.flatMap(({ id, code }) => ({ code, node: before.get(id) })));
  return moved;
}

export function sayCut(count: number): void {
  showToast({ text: text('move.cut', { count }), key: 'cut' });
}

type Outcome = Awaited<ReturnType<typeof moveInto>>;

/** Folders are never replaced, so both are kept. */
async function resolve(
  conflicts: readonly Conflict[],
  target: Target,
  resolution: Resolution,
): Promise<Outcome> {
  if (resolution === 'skip') return { moved: [], refused: [] };
  const isReplaced = (conflict: Conflict): boolean => resolution === 'replace' && !involvesFolder(conflict);
  const idsOf = (chosen: readonly Conflict[]): readonly NodeId[] => chosen.map(({ node }) => node.id);
  const replaced = await moveInto(idsOf(conflicts.filter(isReplaced)), target.id, 'replace');
  const others = conflicts.filter((conflict) => !isReplaced(conflict));
  const renamed = await moveInto(idsOf(others), target.id, 'rename');
  return {
    moved: [...replaced.moved, ...renamed.moved],
    refused: [...replaced.refused, ...renamed.refused],
  };
}

export function involvesFolder({ node, existing }: Conflict): boolean {
  return node.kind === 'folder' || existing.kind === 'folder';
}

async function moveBack(moved: readonly Moved[], before: ReadonlyMap<NodeId, NodeView>): Promise<void> {
  const homes = new Map<NodeId, NodeView[]>();
  for (const { node } of moved) {
    const old = before.get(node.id);
    if (old === undefined || old.parentId === null) continue;
    homes.set(old.parentId, [...(homes.get(old.parentId) ?? []), old]);
  }
  let refused = 0;
  for (const [parentId, nodes] of homes) {
    const back = await moveInto(
      nodes.map(({ id }) => id),
      parentId,
      'rename',
    );
    refused += back.refused.length;
    for (const { node } of back.moved) await giveNameBack(node, before.get(node.id)?.name);
  }
  const replacedIds = moved.flatMap(({ replacedId }) => (replacedId === undefined ? [] : [replacedId]));
  await inBatches('restoreNodes', replacedIds);
  if (refused > 0) showToast({ tone: 'danger', text: text('move.undo.failed', { count: refused }) });
}

/** Keeps the number when somebody took the old name meanwhile. */
async function giveNameBack(node: NodeView, name: string | undefined): Promise<void> {
  if (name !== undefined && name !== node.name)
    await Promise.allSettled([renameTo(node.id, node.revision, name)]);
}

function showRefused(
  refused: readonly { readonly code: string; readonly node: NodeView | undefined }[],
): void {
  const codes = [...new Set(refused.map(({ code }) => code))];
  const [code] = codes;
  const words = failedWords(refused.flatMap(({ node }) => (node === undefined ? [] : [node])));
  const reason =
    codes.length === 1 && code !== undefined && isErrorCode(code) ? ` ${errorTexts().ofCode(code)}` : '';
  showToast({ tone: 'danger', text: `${words}${reason}` });
}

function failedWords(nodes: readonly NodeView[]): string {
  const [first] = nodes;
  return nodes.length === 1 && first !== undefined
    ? text('move.failedOne', { name: first.name })
    : text('move.failed', { count: nodes.length });
}

function movedWords(moved: readonly Moved[], { name: folder }: Target): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined
    ? text('move.movedOne', { name: first.node.name, folder })
    : text('move.moved', { count: moved.length, folder });
}

function backWords(moved: readonly Moved[]): string {
  const [first] = moved;
  return moved.length === 1 && first !== undefined
    ? text('move.backOne', { name: first.node.name })
    : text('move.back', { count: moved.length });
}
