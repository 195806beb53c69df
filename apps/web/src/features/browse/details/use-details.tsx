import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lastArrival, onNavigation } from '../../../lib/address/navigation.ts';
import { setPreferences } from '../../../lib/preferences.ts';
import type { RangeSet } from '../../../lib/ranges/range-set.ts';
import { useMedia } from '../../../lib/hooks/use-media.ts';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import type { GridHandle } from '../../../ui/grid/index.ts';
import type { FolderRows } from '../use-folder-rows.ts';
import type { RowActs } from '../use-row-actions.tsx';
import styles from './details.module.css';
import { TOGGLE_ID } from './details-toggle.tsx';
import { Suspense } from '../../../ui/loading/lazy.tsx';

/** In narrower windows the details lie over the page. */
const WIDE = '(min-width: 1000px)';

interface Folder {
  readonly id: NodeId;
  readonly name: string;
}

export interface DetailsSlot {
  readonly folder: Folder;
  readonly rows: FolderRows;
  readonly selection: RangeSet;
  /** The row that last had the focus. */
  readonly focused: number | undefined;
  /** Whether the details are next to the list; otherwise they lie over the page. */
  readonly isBeside: boolean;
  /** The actions of the row menu. */
  readonly acts: RefObject<RowActs | null>;
  readonly onDownload: (nodes: readonly NodeView[]) => void;
  readonly onClose: () => void;
}

interface DetailsOptions extends Pick<DetailsSlot, 'folder' | 'rows' | 'selection' | 'acts' | 'onDownload'> {
  readonly grid: RefObject<GridHandle | null>;
  /** Called when a link leads to the details of the folder itself. */
  readonly onFolder: () => void;
  readonly render: (slot: DetailsSlot) => ReactNode;
}

export interface Details {
  readonly isOpen: boolean;
  /** Whether a link has opened the details of the folder, which the focus of a row would replace. */
  readonly isOfFolder: boolean;
  readonly open: () => void;
  readonly toggle: () => void;
  /** Without an index, the list itself has the focus. */
  readonly onFocusMove: (index?: number) => void;
  readonly panel: ReactNode;
}

/** A notification links to the comments of the folder. Comments of a file are shown in the viewer. */
function leadsToComments(): boolean {
  return location.hash === '#comments' && !location.pathname.endsWith('/view');
}

/** If the details are next to the list, they stay open in other folders and at the next visit. */
export function useDetails(options: DetailsOptions): Details {
  const { grid, onFolder, render, ...list } = options;
  const { hasDetails } = usePreferences();
  const isBeside = useMedia(WIDE);
  const [isAimed, setAimed] = useState(leadsToComments);
  const [isSheetOpen, setSheetOpen] = useState(isAimed);
  const [focused, setFocused] = useState<number>();
  // If the list never had the focus, no row counts as focused.
  const hadFocus = useRef(false);
  const aim = useEffectEvent(() => {
    if (lastArrival() !== 'push' || !leadsToComments()) return;
    hadFocus.current = false;
    setFocused(undefined);
    onFolder();
    setAimed(true);
    setSheetOpen(true);
  });
  // The folder may already be open, so navigations are observed.
  useEffect(() => onNavigation(() => aim()), []);
  const isOpen = isBeside ? hasDetails || isAimed : isSheetOpen;
  const setOpen = (isNowOpen: boolean): void => {
    if (hadFocus.current) setFocused(grid.current?.focusedIndex());
    setAimed(false);
    if (isBeside) setPreferences({ hasDetails: isNowOpen });
    else setSheetOpen(isNowOpen);
  };
  const close = (): void => {
    const isInside = document.activeElement?.closest('aside') != null;
    setOpen(false);
    // Over the page, the dialog restores the focus itself.
    if (!isBeside || !isInside) return;
    if (list.rows.total === 0) document.getElementById(TOGGLE_ID)?.focus();
    else grid.current?.focus(grid.current.focusedIndex());
  };
  return {
    isOpen,
    isOfFolder: isAimed && focused === undefined,
    open: () => setOpen(true),
    toggle: () => setOpen(!isOpen),
    onFocusMove: (index) => {
      hadFocus.current = true;
      if (isOpen) setFocused((before) => index ?? before ?? grid.current?.focusedIndex());
    },
    panel: isOpen && <Place slot={{ ...list, focused, isBeside, onClose: close }} render={render} />,
  };
}

interface PlaceProps extends Pick<DetailsOptions, 'render'> {
  readonly slot: DetailsSlot;
}

/** Reserves the width while the code is loaded. */
function Place({ slot, render }: PlaceProps) {
  const content = <Suspense fallback={null}>{render(slot)}</Suspense>;
  return slot.isBeside ? <div className={styles['beside']}>{content}</div> : content;
}
