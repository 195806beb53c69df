import { useState } from 'react';
import type { GuestListing } from '../../api/links/guest-link.ts';
import { readSaved, writeSaved } from '../../lib/storage.ts';

export type ListView = 'list' | 'grid';
export type Sorting = Omit<GuestListing, 'at'>;

export const SORT_COLUMNS = ['name', 'modified', 'size'] as const;
const SAVED = 'guest-view';
const SAVED_SORTING = 'guest-sorting';

/** The view of all lists, stored in this browser. The default is a grid. */
export function useListView(): readonly [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => (readSaved(SAVED) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      setView(chosen);
      writeSaved(SAVED, chosen);
    },
  ];
}

/** The order of all lists, stored in this browser. */
export function useSorting(): readonly [Sorting, (sorting: Sorting) => void] {
  const [sorting, setSorting] = useState<Sorting>(readSorting);
  return [
    sorting,
    (chosen) => {
      setSorting(chosen);
      writeSaved(SAVED_SORTING, `${chosen.sort} ${chosen.order}`);
    },
  ];
}

function readSorting(): Sorting {
  const saved = readSaved(SAVED_SORTING);
  const [sort, order] = typeof saved === 'string' ? saved.split(' ') : [];
  return {
    sort: SORT_COLUMNS.find((column) => column === sort) ?? 'name',
    order: order === 'desc' ? 'desc' : 'asc',
  };
}
