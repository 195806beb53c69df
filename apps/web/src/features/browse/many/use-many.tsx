import { LIMITS, type NodeView, type SpaceId } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { rangeBetween, type RangeSet } from '../../../lib/ranges/range-set.ts';
import type { Mode, Target } from '../move/placing.ts';
import type { Many } from './many.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const ManyDialogs = lazy(async () => ({ default: (await import('./many-dialogs.tsx')).ManyDialogs }));

interface ManyOptions extends Pick<Many, 'idsOf'> {
  readonly spaceId: SpaceId;
  readonly folder: Target;
  readonly rootName: string | undefined;
  readonly total: number | undefined;
  readonly filter: string | undefined;
  readonly isPartial: boolean;
  readonly revision: number | undefined;
  readonly onBegun: () => void;
}

/**
 * Returns false if the action has no job, or one call can take the selection; the caller then loads the rows. Without a
 * target, a move or copy asks for it.
 */
export type TakeMany = (act: string, selection: RangeSet, target?: Target) => boolean;

/** Returns false if one call can take the items; the caller then handles them directly. */
export type TakeNodes = (
  placed: { readonly mode: Mode; readonly nodes: readonly NodeView[] },
  target: Target,
  onBegun?: () => void,
) => boolean;

interface ManyHere {
  readonly take: TakeMany;
  /** Takes dragged, pasted or duplicated items. */
  readonly takeNodes: TakeNodes;
  readonly dialogs: ReactNode;
}

/**
 * Handles actions on many rows: the server gets the selection as an expression. The code is loaded with the first such
 * action.
 */
export function useMany(options: ManyOptions): ManyHere {
  const { spaceId, folder, rootName, total, filter, isPartial, revision, idsOf, onBegun } = options;
  const [many, setMany] = useState<Many>();
  const take: TakeMany = (act, selection, target) => {
    const isOurs = act === 'trash' || act === 'move' || act === 'copy' || act === 'tags';
    if (!isOurs || selection.count <= LIMITS.batchMax || total === undefined) return false;
    const seen = revision === undefined ? {} : { revision };
    const words = filter === undefined || filter === '' ? {} : { filter };
    setMany({
      act,
      ...(target !== undefined && { target }),
      selection,
      total,
      idsOf,
      allBut: isPartial
        ? undefined
        : (except) => ({ of: 'folder', folderId: folder.id, except, ...words, ...seen }),
    });
    return true;
  };
  const takeNodes: TakeNodes = ({ mode: act, nodes }, target, onPlaced) => {
    const { length } = nodes;
    if (length <= LIMITS.batchMax) return false;
    const ids = Promise.resolve(nodes.map(({ id }) => id));
    const selection = rangeBetween(0, length - 1);
    setMany({
      act,
      target,
      selection,
      total: length,
      idsOf: () => ids,
      allBut: undefined,
      onBegun: onPlaced,
    });
    return true;
  };
  const dialogs = many !== undefined && (
    <Suspense fallback={null}>
      <ManyDialogs
        {...many}
        spaceId={spaceId}
        start={folder}
        rootName={rootName}
        onLeaving={onBegun}
        onClose={() => setMany(undefined)}
      />
    </Suspense>
  );
  return { take, takeNodes, dialogs };
}
