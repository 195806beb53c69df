import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isCovered } from '../../lib/keys/is-covered.ts';
import { isNowhere } from '../../lib/keys/is-nowhere.ts';
import { commandOf, holdsCommand } from '../../lib/keys/key-of.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import type { GridHandle } from '../../ui/grid/index.ts';
import { isTyping } from './use-file-paste.ts';
import type { Shortcuts } from './use-row-actions.tsx';

interface PageKeys {
  readonly page: RefObject<HTMLElement | null>;
  readonly grid: RefObject<GridHandle | null>;
  readonly hasSelection: boolean;
  /** The command for a letter pressed with Ctrl or Cmd. */
  readonly commandOf: Shortcuts;
  /** Undefined in the root. */
  readonly onUp: (() => void) | undefined;
  readonly onEnterList: () => void;
  /** Selects everything before the list itself is loaded. */
  readonly onSelectAll: () => void;
  /** Used if the focus is not in a list. */
  readonly onDeselect: () => void;
  /** Undefined if there is no filter. */
  readonly onClear: (() => void) | undefined;
}

const MOVES = {
  list: /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/,
  grid: /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/,
};

/**
 * List keys also work while nothing has the focus. Those that a button does not use also work while a button has it.
 */
export function usePageKeys(keys: PageKeys): void {
  const { hasLetterKeys, view } = usePreferences();
  const pressInList = (event: KeyboardEvent): boolean => {
    const isMove = MOVES[view].test(event.key);
    const isCharacter = event.key.length === 1 && event.key !== ' ';
    if (isCharacter && !holdsCommand(event) && !hasLetterKeys) return false;
    // Without a selection, nobody sees which row would be affected.
    const isForSelection = !isCharacter && !isMove && event.key !== 'Escape';
    if (isForSelection && !keys.hasSelection) return false;
    if (isMove && event.key.startsWith('Arrow') && !keys.hasSelection) {
      keys.onEnterList();
      return true;
    }
    if (keys.grid.current !== null) return keys.grid.current.press(event);
    const isForAll = commandOf(event) === 'a';
    if (isForAll) keys.onSelectAll();
    return isForAll;
  };
  const answered = (event: KeyboardEvent): boolean => {
    const letter = commandOf(event);
    const command = letter === undefined ? undefined : keys.commandOf(letter);
    // If text is selected, the browser copies it instead.
    if (letter === 'c' && getSelection()?.isCollapsed === false) return false;
    if (command !== undefined) {
      // A key that is held down must not repeat the command.
      if (!event.repeat) command();
    } else if (keys.onUp !== undefined && isUp(event)) keys.onUp();
    else if (event.key === 'Escape' && keys.hasSelection && !isNowhere(event.target)) keys.onDeselect();
    else if (keys.onClear !== undefined && event.key === 'Escape' && !keys.hasSelection) keys.onClear();
    else return isForList(event) && pressInList(event);
    return true;
  };
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const isElsewhere = !isInside(keys.page.current, event.target) && !isNowhere(event.target);
    if (event.defaultPrevented || event.isComposing || isElsewhere || isTyping(event.target)) return;
    if (!isCovered() && answered(event)) event.preventDefault();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}

function isForList(event: KeyboardEvent): boolean {
  const { target, key, altKey } = event;
  if (altKey) return false;
  if (isNowhere(target)) return true;
  const isOnButton = target instanceof Element && target.matches('button, a');
  const isOfList = holdsCommand(event)
    ? commandOf(event) === 'a'
    : (key.length === 1 && key !== ' ') || key === 'Delete';
  return isOnButton && isOfList;
}

/** Whether the key was pressed while nothing has the focus and no overlay is open. */
export function isKeyForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return false;
  return isNowhere(event.target) && !isCovered();
}

function isUp({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (key === 'Backspace' && !altKey && !ctrlKey && !metaKey) || (altKey && key === 'ArrowUp');
}

function isInside(page: HTMLElement | null, target: EventTarget | null): boolean {
  return target instanceof Node && page?.contains(target) === true;
}
