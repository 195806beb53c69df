import type { NodeView } from '@coffer/contracts';
import type { Mode, Target } from '../move/placing.ts';
import { borrow } from './lend.ts';

export interface Dropped {
  readonly dragId: string;
  /** Undefined for rows of another window, which are requested from that window. */
  readonly read: (() => Promise<readonly NodeView[]>) | undefined;
  readonly act: Mode;
  readonly target: Target;
  readonly onPlace: (mode: Mode, nodes: readonly NodeView[], target: Target) => Promise<void>;
}

/** A move skips items that are already in the target, or are the target. */
export async function placeDropped({ dragId, read, act, target, onPlace }: Dropped): Promise<void> {
  const nodes = read === undefined ? await borrow(dragId) : await read();
  const isMoved = ({ id, parentId }: NodeView): boolean => id !== target.id && parentId !== target.id;
  const placed = act === 'move' ? nodes.filter(isMoved) : nodes;
  if (placed.length > 0) await onPlace(act, placed, target);
}
