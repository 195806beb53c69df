import { type FocusEvent, useEffect, useRef } from 'react';
import { focusIfLost } from './focus-heading.ts';

/** Where a focused button is, so that what takes its place can be found. */
interface Place {
  readonly button: Element;
  readonly group: Element | null;
  readonly index: number;
  /** -1 outside of rows. */
  readonly rowIndex: number;
  readonly list: HTMLElement | null;
  readonly container: Element;
}

interface FocusProps {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Props for a container: when a command removes its own button, the focus goes to what takes its place. `isHeld` means
 * that a dialog has the focus.
 */
export function useFocusSuccessor(isHeld = false): FocusProps {
  const last = useRef<Place>(undefined);
  useEffect(() => {
    const place = last.current;
    if (place === undefined) return;
    if (place.button.isConnected) last.current = placeOf(place.button, place.container);
    else if (!isHeld) {
      last.current = undefined;
      focusIfLost(() => successorOf(place));
    }
  });
  return {
    onFocus: ({ target, currentTarget }) => {
      last.current = placeOf(target, currentTarget);
    },
    onBlur: ({ target, relatedTarget }) => {
      // A dialog gives the focus back, and so does the window.
      const isForAWhile =
        relatedTarget?.closest('[role$="dialog"]') != null || document.activeElement === target;
      if (!isForAWhile) last.current = undefined;
    },
  };
}

function placeOf(button: Element, container: Element): Place {
  const group = button.parentElement;
  const list = button.closest('ul');
  return {
    button,
    group,
    index: indexIn(buttonsOf(group), button),
    rowIndex: indexIn(list?.children ?? [], button.closest('li')),
    list,
    container,
  };
}

/** The button in the same place; or else one of a row after or before it, the list, or a button of the container. */
function successorOf({ group, index, rowIndex, list, container }: Place): HTMLElement | null {
  const beside = buttonsOf(group);
  const isListed = list?.isConnected === true;
  const rows = isListed ? [...list.children] : [];
  const at = Math.max(0, rowIndex);
  const near = [...rows.slice(at), ...rows.slice(0, at).toReversed()];
  return (
    beside[Math.min(index, beside.length - 1)] ??
    near.flatMap((row) => buttonsOf(row).slice(0, 1))[0] ??
    (isListed ? list : buttonsOf(container)[0]) ??
    null
  );
}

function buttonsOf(element: Element | null): readonly HTMLElement[] {
  return element?.isConnected === true ? [...element.querySelectorAll<HTMLElement>('button:enabled')] : [];
}

function indexIn(elements: Iterable<Element>, element: Element | null): number {
  return element === null ? -1 : [...elements].indexOf(element);
}
