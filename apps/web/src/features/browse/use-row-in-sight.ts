import type { NodeId } from '@coffer/contracts';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { positionQuery, type Listing } from '../../api/nodes.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import type { GridHandle } from '../../ui/grid/index.ts';
import type { FolderRows } from './use-folder-rows.ts';

interface List {
  readonly folderId: NodeId;
  readonly listing: Listing;
  readonly rows: FolderRows;
  readonly grid: RefObject<GridHandle | null>;
}

interface RowsInSight {
  readonly list: List;
  readonly viewedId: NodeId | undefined;
  readonly selectId: NodeId | undefined;
  readonly onSelect: (index: number) => void;
}

export function useRowsInSight({ list, viewedId, selectId, onSelect }: RowsInSight): void {
  useFocusAfterView(viewedId, list);
  useRowInSight({ ...list, nodeId: viewedId, onFound: (index) => list.grid.current?.reveal(index) });
  useRowInSight({ ...list, nodeId: selectId, onFound: onSelect });
}

interface RowInSight extends List {
  readonly nodeId: NodeId | undefined;
  readonly onFound: (index: number) => void;
}

/** Scrolls to a row. Asks the server for its position if the row is not loaded. */
function useRowInSight({ nodeId, folderId, listing, rows, grid, onFound }: RowInSight): void {
  const hereAt = nodeId === undefined ? undefined : rows.indexOf(nodeId);
  const isAsked = nodeId !== undefined && hereAt === undefined && rows.total !== undefined;
  const asked = useQuery(positionQuery(nodeId ?? folderId, listing), { isEnabled: isAsked });
  const farAt = isAsked ? asked.data?.index : undefined;
  const show = useEffectEvent(() => {
    if (hereAt !== undefined) onFound(hereAt);
    else if (farAt !== undefined) grid.current?.reveal(farAt);
  });
  useEffect(() => {
    if (nodeId === undefined || (hereAt === undefined && farAt === undefined)) return;
    // React forbids synchronous rendering within an effect.
    queueMicrotask(() => show());
  }, [nodeId, hereAt, farAt]);
}

/** After the viewer closes, focuses the row of its file, or its old position if the file was deleted. */
function useFocusAfterView(viewedId: NodeId | undefined, { rows, grid }: List): void {
  const last = useRef<NodeId | undefined>(undefined);
  const giveFocus = useEffectEvent((nodeId: NodeId) => {
    const index = rows.indexOf(nodeId);
    if (index !== undefined) grid.current?.focus(index);
    else if (document.activeElement === document.body) grid.current?.focus(grid.current.focusedIndex());
  });
  useEffect(() => {
    const before = last.current;
    last.current = viewedId;
    if (viewedId === undefined && before !== undefined) queueMicrotask(() => giveFocus(before));
  }, [viewedId]);
}
