import type { DOMAttributes, RefObject } from 'react';
import type { GridCommand } from './grid-machine.ts';
import { placeOf } from './grid-place.ts';
import type { GridState } from './grid-state.ts';
import type { GridHandle } from './grid-types.ts';
import { type GridParts, useGridController } from './use-grid-controller.ts';
import { type GridDragEvents, useGridDrag } from './use-grid-drag.ts';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import { useGridPointer } from './use-grid-pointer.ts';

type EventName =
  | 'onKeyDown'
  | 'onFocus'
  | 'onBlur'
  | 'onClick'
  | 'onDoubleClick'
  | 'onContextMenu'
  | 'onPointerDown'
  | 'onPointerMove'
  | 'onPointerUp'
  | 'onPointerCancel';

export interface GridEvents {
  readonly events: { readonly [Name in EventName]-?: NonNullable<DOMAttributes<HTMLElement>[Name]> };
  readonly drag: GridDragEvents;
  readonly perform: (command: GridCommand, from?: GridState) => void;
  readonly press: GridHandle['press'];
}

interface GridEventsOptions<Row> extends Omit<GridParts<Row>, 'scroller'> {
  readonly cellCount: number;
  readonly perRow?: number;
  readonly onDropIndex: (index: number) => void;
}

export function useGridEvents<Row>(
  scroller: RefObject<HTMLElement | null>,
  { cellCount, perRow, onDropIndex, ...parts }: GridEventsOptions<Row>,
): GridEvents {
  const { props, viewport } = parts;
  const controller = useGridController({ ...parts, scroller });
  const keyboard = useGridKeyboard({ props, viewport, scroller, controller, cellCount, perRow });
  const pointer = useGridPointer({ props, controller, isMenuKey: keyboard.isMenuKey });
  const drag = useGridDrag(props, controller, onDropIndex);
  return {
    drag,
    perform: controller.perform,
    press: keyboard.press,
    events: {
      ...pointer,
      onPointerDown: (event) => {
        keyboard.onPointer();
        pointer.onPointerDown(event);
      },
      onKeyDown: keyboard.onKeyDown,
      onFocus: (event) => {
        controller.onFocusIn();
        const place = placeOf(event.target);
        if (place !== undefined) controller.apply({ type: 'follow', index: place.index, cell: place.cell });
      },
      onBlur: (event) => controller.onFocusOut(event.relatedTarget),
    },
  };
}
