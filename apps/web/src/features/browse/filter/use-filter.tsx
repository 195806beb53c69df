import type { NodeId } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import type { Listing } from '../../../api/nodes.ts';
import type { FolderRows } from '../use-folder-rows.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

const load = () => import('./index.ts');
const FilterField = lazy(async () => ({ default: (await load()).FilterField }));
const NoMatch = lazy(async () => ({ default: (await load()).NoMatch }));

interface FilterOptions {
  readonly folderId: NodeId;
  readonly listing: Listing;
  readonly rows: FolderRows;
  readonly onFilter: (filter: string | undefined) => void;
  readonly onSearch: (text: string) => void;
  readonly onEnterList: () => void;
  /** Called before the list changes, because the selection belongs to the current list. */
  readonly onLeaving: () => void;
}

export interface Filter {
  readonly open: () => void;
  /** Undefined if no filter is set. */
  readonly clear: (() => void) | undefined;
  /** Undefined while the field is closed. */
  readonly field: ReactNode | undefined;
  /** The message for a filter without matches. Undefined if the list is not filtered. */
  readonly empty: ReactNode | undefined;
}

export function useFilter({
  listing,
  rows,
  onFilter,
  onSearch,
  onLeaving,
  ...options
}: FilterOptions): Filter {
  const { filter } = listing;
  const [isOpen, setOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const handleFilter = (next: string | undefined): void => {
    if (next === undefined) setOpen(false);
    if (next === filter) return;
    onLeaving();
    onFilter(next);
  };
  const clear = (): void => handleFilter(undefined);
  const { total, isPartial } = rows;
  return {
    open: () => {
      onLeaving();
      setOpen(true);
      setTakesFocus(true);
    },
    clear: filter === undefined ? undefined : clear,
    field:
      !isOpen && filter === undefined ? undefined : (
        <Suspense fallback={null}>
          <FilterField
            {...options}
            listing={listing}
            total={total}
            isPartial={isPartial}
            takesFocus={takesFocus}
            onFocused={() => setTakesFocus(false)}
            onFilter={handleFilter}
          />
        </Suspense>
      ),
    empty:
      filter === undefined ? undefined : (
        <Suspense fallback={null}>
          <NoMatch
            filter={filter}
            isPartial={isPartial}
            onClear={clear}
            onEverywhere={() => onSearch(filter)}
          />
        </Suspense>
      ),
  };
}
