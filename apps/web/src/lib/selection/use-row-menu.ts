import { useRef, useState } from 'react';
import { isSameSet, type RangeSet } from '../ranges/range-set.ts';
import type { FollowedSelection } from './use-followed-selection.ts';

interface OpenMenu<Anchor> {
  readonly anchor: Anchor;
  readonly selection: RangeSet;
  readonly before: RangeSet;
}

interface RowMenuState<Anchor> {
  readonly menu: OpenMenu<Anchor> | undefined;
  readonly open: (menu: OpenMenu<Anchor>) => void;
  /** Reports that an item of the menu was chosen. */
  readonly chosen: () => void;
  readonly close: () => void;
}

/** A menu selects the row that it is about. If it closes without a choice, the earlier selection is restored. */
export function useRowMenu<Anchor>({
  selection,
  putBack,
}: Pick<FollowedSelection<unknown>, 'selection' | 'putBack'>): RowMenuState<Anchor> {
  const [menu, setMenu] = useState<OpenMenu<Anchor>>();
  const hasChosen = useRef(false);
  return {
    menu,
    open: (opened) => {
      hasChosen.current = false;
      setMenu(opened);
    },
    chosen: () => {
      hasChosen.current = true;
    },
    close: () => {
      setMenu(undefined);
      if (menu !== undefined && !hasChosen.current && isSameSet(selection, menu.selection)) {
        putBack(menu.before);
      }
    },
  };
}
