import { type KeyboardEvent, useRef } from 'react';
import { isOnControl } from './grid-dom.ts';
import { isCharacter, type KeyPress, outcomeOfKey } from './grid-keys.ts';
import { isInEditor, placeOf } from './grid-place.ts';
import type { GridProps } from './grid-types.ts';
import { findTyped, isTyping, NOTHING_TYPED, typeCharacter, wanted } from './type-ahead.ts';
import type { GridController } from './use-grid-controller.ts';
import type { GridViewport } from './use-grid-viewport.ts';

interface KeyboardOptions<Row> {
  readonly props: GridProps<Row>;
  readonly viewport: GridViewport;
  readonly controller: GridController;
  readonly cellCount: number;
}

export interface GridKeyboard {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  /** Whether the menu key is what a context menu event comes from; the key was answered already. */
  readonly isMenuKey: () => boolean;
}

/** Reads keys, asks the pure functions what they mean, and lets everything else go on its way. */
export function useGridKeyboard<Row>(options: KeyboardOptions<Row>): GridKeyboard {
  const { props, viewport, controller, cellCount } = options;
  const { state } = controller;
  const isMenuKey = useRef(false);
  const typeAhead = useTypeAhead(options);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    isMenuKey.current = false;
    const press = pressOf(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (!isForRows(event) && !isForGrid(event, press)) return;
    const isControl = isOnControl(event.target);
    const isSpaceOnControl = isControl && press.key === ' ';
    if (isCharacter(press) && !isSpaceOnControl && typeAhead(press.key)) {
      event.preventDefault();
      return;
    }
    const { geometry } = viewport;
    const outcome = outcomeOfKey(press, {
      state,
      selection: props.selection,
      rowCount: props.rowCount,
      pageRows: Math.floor(geometry.viewportHeight / geometry.rowHeight),
      cellCount,
      isRightToLeft: getComputedStyle(event.currentTarget).direction === 'rtl',
      isOnControl: isControl,
    });
    if (outcome === undefined) return;
    event.preventDefault();
    // An answered Escape is not also the Escape that closes what is around the grid.
    event.stopPropagation();
    // A key held down moves on and on, but neither opens folder after folder nor ticks and unticks.
    if (event.repeat && (outcome.type === 'ask' || outcome.type === 'toggle')) return;
    if (outcome.type !== 'ask') controller.perform(outcome);
    else {
      isMenuKey.current = outcome.name === 'menu';
      controller.ask({ name: outcome.name, index: state.focus });
    }
  }

  return { onKeyDown: handleKeyDown, isMenuKey: () => isMenuKey.current };
}

/** A character means a shortcut of the owner, or else begins or goes on with the name of a row. */
function useTypeAhead<Row>({ props, controller }: KeyboardOptions<Row>): (character: string) => boolean {
  const typed = useRef(NOTHING_TYPED);
  const { focus } = controller.state;
  const search = useRef(0);

  return (character) => {
    const now = performance.now();
    const isGoingOn = isTyping(typed.current, now);
    if (!isGoingOn && character === ' ') return false;
    if (!isGoingOn && props.onKey?.(character, focus) === true) return true;
    if (props.rowCount === 0) return false;
    typed.current = typeCharacter(typed.current, character, now);
    const { text } = typed.current;
    search.current += 1;
    const turn = search.current;
    const go = (index: number | undefined) => {
      // Only the answer to the last character counts.
      if (index !== undefined && turn === search.current)
        controller.perform({ type: 'go', to: index, reach: 'select' });
    };
    if (props.onTypeAhead === undefined) {
      go(findTyped({ text, from: focus, rowCount: props.rowCount, nameAt: (index) => nameAt(props, index) }));
    } else {
      const { prefix, isRepeated } = wanted(text);
      void props.onTypeAhead(prefix, isRepeated ? focus + 1 : focus).then(go);
    }
    return true;
  };
}

function nameAt<Row>(props: GridProps<Row>, index: number): string | undefined {
  const row = props.getRow(index);
  return row === undefined ? undefined : props.rowName(row);
}

/** Keys in the header and in fields belong to them. An empty grid has the focus itself. */
function isForRows({ target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (target === currentTarget) return true;
  if (isInEditor(target) || placeOf(target) === undefined) return false;
  return !(target instanceof HTMLElement && target.matches('input:not([type="checkbox"]),textarea,select'));
}

/** From the header, too, all can be selected and the selection cleared. */
function isForGrid({ target }: KeyboardEvent, press: KeyPress): boolean {
  const isSelection = press.key === 'Escape' || (press.isCommand && press.key.toLowerCase() === 'a');
  return isSelection && !isInEditor(target) && placeOf(target) === undefined;
}

function pressOf(event: KeyboardEvent): KeyPress {
  return {
    key: event.key,
    isCommand: event.ctrlKey || event.metaKey,
    isShift: event.shiftKey,
    isAlt: event.altKey,
  };
}
