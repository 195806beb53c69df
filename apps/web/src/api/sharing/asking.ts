import type { NodeId } from '@coffer/contracts';
import { onWipe } from '../../lib/wipe.ts';

let askedId: NodeId | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog that asks for access to an item, over any page. Undefined closes the dialog. */
export function openAsking(nodeId: NodeId | undefined): void {
  askedId = nodeId;
  for (const listener of listeners) listener();
}

export function askedNode(): NodeId | undefined {
  return askedId;
}

export function onAsking(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onWipe(() => openAsking(undefined));
