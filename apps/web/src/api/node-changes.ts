import {
  LIMITS,
  type MoveRequest,
  type MoveResult,
  type NodeId,
  type NodeView,
  type OperationInput,
} from '@coffer/contracts';
import { callOrThrow } from './client.ts';

export function renameTo(nodeId: NodeId, revision: number, name: string): Promise<NodeView> {
  return callOrThrow('renameNode', { params: { nodeId }, revision, body: { name } });
}

const CHANGES = {
  trashNodes: ({ ids }: OperationInput<'restoreNodes', 'body'>) =>
    callOrThrow('trashNodes', { body: { ids } }),
  restoreNodes: (body: OperationInput<'restoreNodes', 'body'>) => callOrThrow('restoreNodes', { body }),
};

/** Refusals are counted and do not stop the rest. */
export async function inBatches(
  operation: keyof typeof CHANGES,
  ids: readonly NodeId[],
  /** Into which folder nodes are restored; left out, to where they were. */
  to?: NodeId,
): Promise<{ readonly moved: readonly NodeView[]; readonly refused: number }> {
  const moved: NodeView[] = [];
  let refused = 0;
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const { items } = await CHANGES[operation]({ ids: ids.slice(at, at + LIMITS.batchMax), to });
    for (const item of items) {
      if (item.ok) moved.push(item.node);
      else refused += 1;
    }
  }
  return { moved, refused };
}

const PLACES = {
  move: (body: OperationInput<'moveNodes', 'body'>) => callOrThrow('moveNodes', { body }),
  copy: (body: OperationInput<'copyNodes', 'body'>) =>
    callOrThrow('copyNodes', { body, timeLimitMs: COPY_TIME_LIMIT_MS }),
};

/** Thousands of items go in one call. */
const COPY_TIME_LIMIT_MS = 120_000;

type PlaceItem = MoveResult['items'][number];
/** Of a copy, `id` is the original. */
export type Placed = Extract<PlaceItem, { readonly ok: true }>;
type NotPlaced = Extract<PlaceItem, { readonly ok: false }>;

/** Refusals do not stop the rest. */
export async function placeInto(
  mode: keyof typeof PLACES,
  ids: readonly NodeId[],
  { target, conflict = 'fail' }: { readonly target: NodeId; readonly conflict?: MoveRequest['conflict'] },
): Promise<{ readonly placed: readonly Placed[]; readonly refused: readonly NotPlaced[] }> {
  const placed: Placed[] = [];
  const refused: NotPlaced[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const body = { ids: ids.slice(at, at + LIMITS.batchMax), parentId: target, conflict };
    for (const item of (await PLACES[mode](body)).items) {
      if (item.ok) placed.push(item);
      else refused.push(item);
    }
  }
  return { placed, refused };
}

export function createFolder(parentId: NodeId, name: string): Promise<NodeView> {
  return callOrThrow('createFolder', { body: { parentId, name } });
}
