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
  trashNodes: (body: OperationInput<'trashNodes', 'body'>) => callOrThrow('trashNodes', { body }),
  restoreNodes: (body: OperationInput<'restoreNodes', 'body'>) => callOrThrow('restoreNodes', { body }),
};

/** Refusals are counted and do not stop the rest. */
export async function inBatches(
  operation: keyof typeof CHANGES,
  ids: readonly NodeId[],
): Promise<{ readonly moved: readonly NodeView[]; readonly refused: number }> {
  const moved: NodeView[] = [];
  let refused = 0;
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const { items } = await CHANGES[operation]({ ids: ids.slice(at, at + LIMITS.batchMax) });
    for (const item of items) {
      if (item.ok) moved.push(item.node);
      else refused += 1;
    }
  }
  return { moved, refused };
}

type MoveItem = MoveResult['items'][number];
export type Moved = Extract<MoveItem, { readonly ok: true }>;
type NotMoved = Extract<MoveItem, { readonly ok: false }>;

/** Refusals do not stop the rest. */
export async function moveInto(
  ids: readonly NodeId[],
  parentId: NodeId,
  conflict: MoveRequest['conflict'],
): Promise<{ readonly moved: readonly Moved[]; readonly refused: readonly NotMoved[] }> {
  const moved: Moved[] = [];
  const refused: NotMoved[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
    const body = { ids: ids.slice(at, at + LIMITS.batchMax), parentId, conflict };
    for (const item of (await callOrThrow('moveNodes', { body })).items) {
      if (item.ok) moved.push(item);
      else refused.push(item);
    }
  }
  return { moved, refused };
}

export function createFolder(parentId: NodeId, name: string): Promise<NodeView> {
  return callOrThrow('createFolder', { body: { parentId, name } });
}
