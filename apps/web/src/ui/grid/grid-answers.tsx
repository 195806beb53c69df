import type { DOMAttributes } from 'react';
import { useLayoutEffect } from 'react';
import type { GridCommand } from './grid-machine.ts';
import { placeOf } from './grid-place.ts';
import type { GridState } from './grid-state.ts';
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

export type GridEvents = {
  readonly [Name in EventName]-?: NonNullable<DOMAttributes<HTMLElement>[Name]>;
};

/** What the grid does about events and requests. */
export interface GridAnswers {
  readonly events: GridEvents;
  readonly drag: GridDragEvents;
  readonly perform: (command: GridCommand, from?: GridState) => void;
}

interface AnswersProps<Row> extends GridParts<Row> {
  readonly cellCount: number;
  readonly onDropIndex: (index: number) => void;
  /** Called for each drawing, before the browser shows it: answers are those of the newest state. */
  readonly onAnswers: (answers: GridAnswers) => void;
}

/** Draws nothing: the code that a list can be shown without, as a part of the grid that arrives later. */
export function Answers<Row>({ cellCount, onDropIndex, onAnswers, ...parts }: AnswersProps<Row>) {
  const { props, viewport } = parts;
  const controller = useGridController(parts);
  const keyboard = useGridKeyboard({ props, viewport, controller, cellCount });
  const pointer = useGridPointer({ props, controller, isMenuKey: keyboard.isMenuKey });
  const drag = useGridDrag(props, controller, onDropIndex);
  useLayoutEffect(() =>
    onAnswers({
      drag,
      perform: controller.perform,
      events: {
        ...pointer,
        onKeyDown: keyboard.onKeyDown,
        onFocus: (event) => {
          controller.onFocusIn();
          const place = placeOf(event.target);
          if (place !== undefined) controller.apply({ type: 'follow', index: place.index, cell: place.cell });
        },
        onBlur: (event) => controller.onFocusOut(event.relatedTarget),
      },
    }),
  );
  return null;
}
