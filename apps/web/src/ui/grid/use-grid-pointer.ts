import { type MouseEvent, useRef } from 'react';
import { belongsTo, type ClickInRow, type ClickOutcome, outcomeOfClick } from './grid-click.ts';
import { isInEditor, placeOf } from './grid-place.ts';
import type { GridBaseProps } from './grid-types.ts';
import type { GridController } from './use-grid-controller.ts';
import { type LongPress, useLongPress } from './use-long-press.ts';

interface PointerOptions<Row> {
  readonly props: GridBaseProps<Row>;
  readonly controller: GridController;
  readonly isMenuKey: () => boolean;
}

type PressEvents = Pick<LongPress, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>;

export interface GridPointer extends PressEvents {
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void;
  readonly onContextMenu: (event: MouseEvent<HTMLElement>) => void;
}

export function useGridPointer<Row>({ props, controller, isMenuKey }: PointerOptions<Row>): GridPointer {
  const { state } = controller;
  const first = useRef<ClickInRow | undefined>(undefined);
  const longPress = useLongPress((target) => {
    const place = placeOf(target);
    if (place !== undefined)
      controller.perform({ type: 'toggle', index: place.index }, { ...state, cell: -1 });
  });

  function handleClick(event: MouseEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    if (longPress.takeFired()) event.preventDefault();
    else if (place !== undefined) {
      const click = { ...place, count: event.detail };
      const isMeant = belongsTo(first.current, click);
      if (click.count < 2) first.current = click;
      const outcome = outcomeOfClick({
        ...place,
        isTouch: event.detail > 0 && longPress.isTouch(),
        isCommand: event.ctrlKey || event.metaKey,
        isShift: event.shiftKey,
        hasSelection: props.selection.count > 0,
      });
      // A plain click on a link is handled here; a middle click is left to the browser.
      if (place.part === 'open') event.preventDefault();
      if (outcome !== undefined && isMeant) answer(outcome, place.index, event);
    }
  }

  function answer(outcome: ClickOutcome, index: number, event: MouseEvent): void {
    if (outcome.type === 'ask') {
      // The first click has already opened the row.
      if (event.detail < 2 || outcome.name !== 'open') {
        const isPointed = event.detail > 0;
        const isTouch = isPointed && longPress.isTouch();
        controller.ask({ name: outcome.name, index, isPointed, isTouch });
      }
    }
    // A key press on a checkbox is a click with `detail` 0; the focus then stays in its cell.
    else controller.perform(outcome, event.detail > 0 ? { ...state, cell: -1 } : state);
  }

  function handleDoubleClick(event: MouseEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !longPress.isTouch();
    if (place?.part === 'row' && isPlain && belongsTo(first.current, { ...place, count: 2 }))
      controller.ask({ name: 'open', index: place.index, isPointed: true });
  }

  function handleContextMenu(event: MouseEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    if (place === undefined || isInEditor(event.target)) return;
    event.preventDefault();
    if (longPress.isTouch() && event.target instanceof Element) longPress.fireNow(event.target);
    else if (!isMenuKey()) {
      event.stopPropagation();
      const point = { x: event.clientX, y: event.clientY };
      controller.ask({ name: 'menu', index: place.index, isPointed: true, point });
    }
  }

  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } = longPress;
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onClick: handleClick,
    onDoubleClick: handleDoubleClick,
    onContextMenu: handleContextMenu,
  };
}
