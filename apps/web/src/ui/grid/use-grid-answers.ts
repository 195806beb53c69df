import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Answers, GridAnswers, GridEvents } from './grid-answers.tsx';
import type { GridCommand } from './grid-machine.ts';
import { isInEditor, placeOf } from './grid-place.ts';
import type { GridState } from './grid-state.ts';
import { mayBeForGrid, repeatEvent } from './held-events.ts';

interface Code {
  readonly Answers: typeof Answers;
}

interface LaterAnswers {
  /** Undefined until it has arrived; to be drawn as a part of the grid. */
  readonly code: Code | undefined;
  readonly onAnswers: (answers: GridAnswers) => void;
  readonly events: GridEvents;
  readonly drag: GridAnswers['drag'];
  readonly perform: GridAnswers['perform'];
}

/** More than anybody does while a small file is on its way. */
const HELD_MAX = 50;

let arrived: Code | undefined;

/**
 * The answers of the grid, whose code is fetched once the list is shown. What happens before it is here is held, kept from the
 * browser, and happens again afterwards, in order.
 */
export function useGridAnswers(scroller: RefObject<HTMLElement | null>, isShown: boolean): LaterAnswers {
  const answers = useRef<GridAnswers | undefined>(undefined);
  const held = useRef<(Event | (() => void))[]>([]);
  const { code, fetchCode } = useCode(isShown);

  function hold(what: Event | (() => void)): void {
    if (held.current.length < HELD_MAX) held.current.push(what);
    void fetchCode();
  }

  function holdFromBrowser(event: SyntheticEvent<HTMLElement>): void {
    event.preventDefault();
    event.stopPropagation();
    hold(event.nativeEvent);
  }

  function holdOnRow(event: SyntheticEvent<HTMLElement>): void {
    const place = placeOf(event.target);
    if (place !== undefined && place.part !== 'control') holdFromBrowser(event);
  }

  return {
    code,
    onAnswers: (next) => {
      const isFirst = answers.current === undefined;
      answers.current = next;
      // Not before React is done with this drawing: the answers draw anew, each before the next.
      if (isFirst) queueMicrotask(() => repeatAll(scroller.current, held.current.splice(0)));
    },
    perform: (command: GridCommand, from?: GridState) => {
      if (answers.current === undefined) hold(() => answers.current?.perform(command, from));
      else answers.current.perform(command, from);
    },
    events: {
      onKeyDown: (event) => {
        if (answers.current !== undefined) answers.current.events.onKeyDown(event);
        else if (isForGrid(event) && mayBeForGrid(event)) holdFromBrowser(event);
      },
      onClick: (event) => (answers.current?.events.onClick ?? holdOnRow)(event),
      onDoubleClick: (event) => (answers.current?.events.onDoubleClick ?? holdOnRow)(event),
      onContextMenu: (event) => (answers.current?.events.onContextMenu ?? holdOnRow)(event),
      onPointerDown: (event) => (answers.current?.events.onPointerDown ?? noteOn)(event),
      onPointerUp: (event) => (answers.current?.events.onPointerUp ?? noteOn)(event),
      onPointerCancel: (event) => (answers.current?.events.onPointerCancel ?? noteOn)(event),
      onPointerMove: (event) => answers.current?.events.onPointerMove(event),
      onFocus: (event) => answers.current?.events.onFocus(event),
      onBlur: (event) => answers.current?.events.onBlur(event),
    },
    drag: {
      onDragStart: (event) => answers.current?.drag.onDragStart(event),
      onDragOver: (event) => answers.current?.drag.onDragOver(event),
      onDragLeave: (event) => answers.current?.drag.onDragLeave(event),
      onDrop: (event) => answers.current?.drag.onDrop(event),
      onDragEnd: () => answers.current?.drag.onDragEnd(),
    },
  };

  /** What leads up to a click tells a finger from a mouse. */
  function noteOn(event: SyntheticEvent<HTMLElement>): void {
    if (placeOf(event.target) !== undefined) hold(event.nativeEvent);
  }
}

/** The rows and the empty grid; the header and fields have keys of their own, but for the whole selection. */
function isForGrid(event: ReactKeyboardEvent<HTMLElement>): boolean {
  const { target, currentTarget, key, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || isInEditor(target)) return false;
  if (target === currentTarget || placeOf(target) !== undefined) return true;
  return key === 'Escape' || ((ctrlKey || metaKey) && key.toLowerCase() === 'a');
}

function repeatAll(grid: HTMLElement | null, held: readonly (Event | (() => void))[]): void {
  const focused = document.activeElement;
  // Where the focus went in the meantime.
  if (grid?.contains(focused) === true) focused?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  for (const what of held) {
    if (typeof what === 'function') what();
    else {
      const active = document.activeElement;
      const isKey = what instanceof KeyboardEvent && grid?.contains(active) === true;
      const target = isKey ? active : what.target;
      if (target instanceof Element && target.isConnected) repeatEvent(what, target);
    }
  }
}

async function loadCode(): Promise<Code> {
  arrived = await import('./grid-answers.tsx');
  return arrived;
}

/** Code that does not arrive ends at the error boundary, as that of a page does, once somebody needs it. */
function useCode(isShown: boolean) {
  const [code, setCode] = useState(arrived);
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  if (failure !== undefined) throw failure.cause;
  useEffect(() => {
    if (!isShown) return;
    const fetchAhead = async (): Promise<void> => {
      const [result] = await Promise.allSettled([loadCode()]);
      if (result.status === 'fulfilled') setCode(result.value);
    };
    void fetchAhead();
  }, [isShown]);
  const fetchCode = async (): Promise<void> => {
    const [result] = await Promise.allSettled([loadCode()]);
    if (result.status === 'fulfilled') setCode(result.value);
    else setFailure({ cause: result.reason });
  };
  return { code, fetchCode };
}
