import { type RefObject, useEffect } from 'react';
import { useFocusInRows } from '../../lib/selection/use-focus-in-rows.ts';
import { focusHeadingIfLost } from '../page/focus-heading.ts';

/** Keeps the focus on the page when a row of a tray goes, or the tray with its last row. */
export function useTrayFocus(list: RefObject<HTMLElement | null>): void {
  useFocusInRows(list);
  useEffect(() => focusHeadingIfLost, []);
}
