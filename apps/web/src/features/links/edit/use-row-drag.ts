import type { GuestNode, NodeId } from '@coffer/contracts';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import styles from './edit.module.css';
import type { Movement } from './use-moving.ts';

const TYPE = 'application/x-coffer-item';

/** The item being dragged. Browsers reveal the data of a drag only on drop. */
let dragged: Movement['node'] | undefined;

/** Makes the row around the menu draggable, and a folder's row a drop target. */
export function useRowDrag(
  inRow: RefObject<HTMLElement | null>,
  {
    node,
    from,
    onMove,
  }: { readonly node: GuestNode; readonly from: NodeId; readonly onMove: (movement: Movement) => void },
): void {
  const takes = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes(TYPE) === true &&
    node.kind === 'folder' &&
    dragged !== undefined &&
    dragged.id !== node.id;
  const handleStart = useEffectEvent(({ dataTransfer }: DragEvent): void => {
    if (dataTransfer === null) return;
    dragged = node;
    dataTransfer.setData(TYPE, node.id);
    dataTransfer.effectAllowed = 'move';
  });
  const handleOver = useEffectEvent((event: DragEvent, row: HTMLElement): void => {
    if (!takes(event)) return;
    event.preventDefault();
    row.classList.add(styles['target'] ?? '');
  });
  const handleDrop = useEffectEvent((event: DragEvent, row: HTMLElement): void => {
    row.classList.remove(styles['target'] ?? '');
    if (!takes(event) || dragged === undefined) return;
    event.preventDefault();
    onMove({ node: dragged, from, to: node });
  });
  useEffect(() => {
    const row = inRow.current?.closest('li');
    if (row == null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    row.draggable = true;
    row.addEventListener('dragstart', (event) => handleStart(event), { signal });
    row.addEventListener('dragover', (event) => handleOver(event, row), { signal });
    row.addEventListener('dragleave', () => row.classList.remove(styles['target'] ?? ''), { signal });
    row.addEventListener('drop', (event) => handleDrop(event, row), { signal });
    row.addEventListener('dragend', () => (dragged = undefined), { signal });
    return () => {
      row.draggable = false;
      stop.abort();
    };
  }, [inRow]);
}
