import type { DragEvent } from 'react';
import { hasIndex } from '../../lib/ranges/range-set.ts';
import { placeOf } from './grid-place.ts';
import type { GridBaseProps } from './grid-types.ts';
import type { GridController } from './use-grid-controller.ts';

export interface GridDragEvents {
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
  readonly onDragLeave: (event: DragEvent<HTMLElement>) => void;
  readonly onDrop: (event: DragEvent<HTMLElement>) => void;
  readonly onDragEnd: () => void;
}

export function useGridDrag<Row>(
  props: GridBaseProps<Row>,
  controller: GridController,
  setDropIndex: (index: number) => void,
): GridDragEvents {
  const { drag } = props;

  function targetOf(event: DragEvent<HTMLElement>): number {
    const index = placeOf(event.target)?.index ?? -1;
    const row = index < 0 ? undefined : props.getRow(index);
    return row !== undefined && drag?.isTarget(index, row, event.dataTransfer) === true ? index : -1;
  }

  function accept(event: DragEvent<HTMLElement>): number {
    const index = targetOf(event);
    if (index >= 0) {
      event.preventDefault();
      event.stopPropagation();
    }
    return index;
  }

  return {
    onDragStart(event) {
      const place = placeOf(event.target);
      if (place === undefined || drag?.onStart === undefined) return;
      const { selection } = hasIndex(props.selection, place.index)
        ? props
        : controller.apply({ type: 'go', to: place.index, reach: 'select' });
      drag.onStart(place.index, event.dataTransfer, selection);
    },
    onDragOver(event) {
      const index = accept(event);
      setDropIndex(index);
      if (index >= 0) drag?.onOver?.(index, event);
    },
    onDragLeave(event) {
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setDropIndex(-1);
    },
    onDrop(event) {
      const index = accept(event);
      setDropIndex(-1);
      if (index >= 0) drag?.onDrop(index, event);
    },
    onDragEnd() {
      setDropIndex(-1);
      drag?.onEnd?.();
    },
  };
}
