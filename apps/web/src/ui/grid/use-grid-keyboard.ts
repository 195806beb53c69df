import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useRef } from 'react';
import { holdsCommand, keyOf } from '../../lib/keys/key-of.ts';
import { isOnControl } from './grid-dom.ts';
import { isCharacter, type KeyPress, outcomeOfKey } from './grid-keys.ts';
import { isInEditor, placeOf } from './grid-place.ts';
import type { GridBaseProps } from './grid-types.ts';
import { useTypeAhead } from './type-ahead/use-type-ahead.ts';
import type { GridController } from './use-grid-controller.ts';
import type { GridViewport } from './use-grid-viewport.ts';

interface KeyboardOptions<Row> {
  readonly props: GridBaseProps<Row>;
  readonly viewport: GridViewport;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly controller: GridController;
  readonly cellCount: number;
  /** Tiles in one row; undefined in a list. */
  readonly perRow?: number | undefined;
}

interface KeyOrigin {
  /** The character in the script of the keyboard. */
  readonly typed: string;
  readonly isControl: boolean;
  readonly isRepeated: boolean;
}

const MODIFIERS = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

type AnyKey = KeyboardEvent | ReactKeyboardEvent;

type KeyAnswer = 'ignored' | 'typed' | 'done';

export interface GridKeyboard {
  readonly onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => void;
  readonly press: (event: KeyboardEvent) => boolean;
  /** Whether the context menu event comes from the menu key, which was already handled. */
  readonly isMenuKey: () => boolean;
  /** Notes that a pointer asks for the next menu. */
  readonly onPointer: () => void;
}

export function useGridKeyboard<Row>(options: KeyboardOptions<Row>): GridKeyboard {
  const { props, viewport, scroller, controller, cellCount, perRow } = options;
  const { state } = controller;
  const isMenuKey = useRef(false);
  const typeAhead = useTypeAhead(options);

  function answer(press: KeyPress, { typed, isControl, isRepeated }: KeyOrigin): KeyAnswer {
    isMenuKey.current = false;
    const isSpaceOnControl = isControl && press.key === ' ';
    if (isCharacter(press) && !isSpaceOnControl && typeAhead.type(typed, isRepeated ? '' : press.key))
      return 'typed';
    if (!MODIFIERS.test(press.key)) typeAhead.settle();
    const { geometry } = viewport;
    const outcome = outcomeOfKey(press, {
      state,
      selection: props.selection,
      rowCount: props.rowCount,
      pageRows: Math.floor(geometry.viewportHeight / geometry.rowHeight),
      cellCount,
      perRow,
      isRightToLeft: scroller.current !== null && getComputedStyle(scroller.current).direction === 'rtl',
      isOnControl: isControl,
    });
    if (outcome === undefined) return 'ignored';
    // A held key moves the focus, but does not open or toggle.
    if (isRepeated && (outcome.type === 'ask' || outcome.type === 'toggle')) return 'done';
    if (outcome.type !== 'ask') controller.perform(outcome);
    else {
      isMenuKey.current = outcome.name === 'menu';
      controller.ask({ name: outcome.name, index: state.focus });
    }
    return 'done';
  }

  /** Whether the key is for an editor whose code is not loaded yet. The browser would select the whole page. */
  function isForEditor(event: AnyKey): boolean {
    if (props.editingIndex === undefined) return false;
    const editor = scroller.current?.querySelector<HTMLElement>('[data-grid-editor]:not(:has(input))');
    if (editor == null) return false;
    if (isSelectAll(pressOf(event))) {
      event.preventDefault();
      editor.dataset['selectAll'] = '';
    }
    event.stopPropagation();
    return true;
  }

  function handleKeyDown(event: ReactKeyboardEvent<HTMLElement>): void {
    isMenuKey.current = false;
    const press = pressOf(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing || isForEditor(event)) return;
    if (!isForRows(event) && !isForGrid(event, press)) return;
    const answered = answer(press, originOf(event, isOnControl(event.target)));
    if (answered === 'ignored') return;
    event.preventDefault();
    // A handled Escape must not close the surrounding overlay.
    if (answered === 'done') event.stopPropagation();
  }

  return {
    onKeyDown: handleKeyDown,
    press: (event) => isForEditor(event) || answer(pressOf(event), originOf(event, false)) !== 'ignored',
    isMenuKey: () => isMenuKey.current,
    onPointer: () => {
      isMenuKey.current = false;
    },
  };
}

function isForRows({ target, currentTarget }: ReactKeyboardEvent<HTMLElement>): boolean {
  if (target === currentTarget) return true;
  if (isInEditor(target) || placeOf(target) === undefined) return false;
  return !(target instanceof HTMLElement && target.matches('input:not([type="checkbox"]),textarea,select'));
}

function isForGrid({ target }: ReactKeyboardEvent, press: KeyPress): boolean {
  const isSelection = press.key === 'Escape' || isSelectAll(press);
  return isSelection && !isInEditor(target) && placeOf(target) === undefined;
}

function isSelectAll({ isCommand, key }: KeyPress): boolean {
  return isCommand && key.toLowerCase() === 'a';
}

function originOf({ key, repeat }: AnyKey, isControl: boolean): KeyOrigin {
  return { typed: key, isControl, isRepeated: repeat };
}

function pressOf(event: AnyKey): KeyPress {
  return {
    key: keyOf(event),
    isCommand: holdsCommand(event),
    isShift: event.shiftKey,
    isAlt: event.altKey,
  };
}
