import { useEffect, useRef } from 'react';
import { findTyped, isTyping, NOTHING_TYPED, typeCharacter, wanted } from './type-ahead.ts';
import type { GridBaseProps } from '../grid-types.ts';
import type { GridController } from '../use-grid-controller.ts';

/** Shorter than this is the pause between two letters of a typed name. */
const SHORTCUT_WAITS_MS = 300;

interface TypeAheadOptions<Row> {
  readonly props: GridBaseProps<Row>;
  readonly controller: GridController;
}

interface TypeAhead {
  /** True if the character was used. `key` is its name in shortcuts, or empty if the key is held down. */
  readonly type: (character: string, key: string) => boolean;
  /** Runs the shortcut that is waiting for a possible second character. */
  readonly settle: () => void;
}

/** A letter that is both a shortcut and the beginning of a name waits: a second letter makes it a name. */
export function useTypeAhead<Row>({ props, controller }: TypeAheadOptions<Row>): TypeAhead {
  const typed = useRef(NOTHING_TYPED);
  const { focus } = controller.state;
  const search = useRef(0);
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly act: () => void }>(
    undefined,
  );
  const stopWaiting = (): (() => void) | undefined => {
    clearTimeout(waiting.current?.timer);
    const act = waiting.current?.act;
    waiting.current = undefined;
    return act;
  };
  const settle = (): void => {
    const act = stopWaiting();
    if (act === undefined) return;
    typed.current = NOTHING_TYPED;
    act();
  };
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  const find = (text: string, from: number): number | undefined =>
    findTyped({
      text,
      from,
      rowCount: props.rowCount,
      nameAt: (index) => {
        const row = props.getRow(index);
        return row === undefined ? undefined : props.rowName(row);
      },
    });
  const takeShortcut = (character: string, key: string): boolean => {
    const act = props.shortcutOf?.(key);
    if (act === undefined) return false;
    if (find(character, focus) === undefined) act();
    else waiting.current = { act, timer: setTimeout(settle, SHORTCUT_WAITS_MS) };
    return true;
  };
  const type = (character: string, key: string): boolean => {
    const now = performance.now();
    const isGoingOn = isTyping(typed.current, now);
    if (!isGoingOn && character === ' ') return takeShortcut(character, key);
    const isTaken = !isGoingOn && takeShortcut(character, key);
    if (isTaken && waiting.current === undefined) return true;
    if (!isTaken) stopWaiting();
    if (props.rowCount === 0) return false;
    typed.current = typeCharacter(typed.current, character, now);
    if (isTaken) return true;
    const { text } = typed.current;
    search.current += 1;
    const turn = search.current;
    const go = (index: number | undefined) => {
      if (index !== undefined && turn === search.current)
        controller.perform({ type: 'go', to: index, reach: 'select' });
    };
    if (props.onTypeAhead === undefined) go(find(text, focus));
    else {
      const { prefix, isRepeated } = wanted(text);
      void props.onTypeAhead(prefix, isRepeated ? focus + 1 : focus).then(go);
    }
    return true;
  };
  return { type, settle };
}
