import { type RefObject, useState } from 'react';
import { type Preferences, setPreferences } from '../../../lib/preferences.ts';
import type { GridHandle } from '../../../ui/grid/index.ts';

/** The position in the view that was left. */
export interface ViewStart {
  readonly index: number;
  readonly hadFocus: boolean;
}

interface ViewSwitch {
  readonly start: ViewStart | undefined;
  readonly showAs: (view: Preferences['view']) => void;
}

export function useViewSwitch(grid: RefObject<GridHandle | null>): ViewSwitch {
  const [start, setStart] = useState<ViewStart>();
  return {
    start,
    showAs: (view) => {
      const hadFocus = document.activeElement?.closest('[role="grid"]') != null;
      setStart({ index: grid.current?.focusedIndex() ?? 0, hadFocus });
      setPreferences({ view });
    },
  };
}
