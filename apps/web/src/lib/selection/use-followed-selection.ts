import { useEffect, useEffectEvent, useState } from 'react';
import {
  followSelection,
  isFullyKeyed,
  isStillSelected,
  type ListedRows,
  NOTHING_SELECTED,
  type SelectedRows,
  selectRows,
} from './follow-selection.ts';
import { indexesOf, type RangeSet } from '../ranges/range-set.ts';
import type { ReadRows } from './read-pages.ts';

export interface FollowedSelection<Row> {
  readonly selection: RangeSet;
  readonly setSelection: (selection: RangeSet) => void;
  /** Restores an earlier selection, with the rows that it meant then. */
  readonly putBack: (selection: RangeSet) => void;
  /** Whether the selection was cleared automatically, and the person has not selected anything since. */
  readonly isLost: boolean;
  /** Reads the selected rows for an action. If the list has changed, clears the selection and resolves to no rows. */
  readonly rowsFor: (selection: RangeSet) => Promise<readonly Row[]>;
}

interface FollowedList<Row> extends ListedRows {
  readonly keyOf: (row: Row) => string;
  /** With `isFresh`, the rows must not come from the cache. */
  readonly read: (selection: RangeSet, isFresh: boolean) => Promise<ReadRows<Row>>;
  /** Called when the selection was cleared because its rows can no longer be identified. */
  readonly onLost: () => void;
}

/** The rows that each selection meant, also for a menu that was opened on it. */
const MADE = new WeakMap<RangeSet, SelectedRows>();

export function useFollowedSelection<Row>(list: FollowedList<Row>): FollowedSelection<Row> {
  const [chosen, setChosen] = useState(NOTHING_SELECTED);
  const [losses, setLosses] = useState(0);
  const [lossesSeen, setLossesSeen] = useState(0);
  const followed = followSelection(chosen, list);
  if (followed !== chosen.selection) {
    setChosen(note(followed, list));
    if (!isFullyKeyed(chosen)) setLosses(losses + 1);
  }
  useLosses(losses, list.onLost);
  return {
    selection: followed,
    setSelection: (selection) => {
      setChosen(note(selection, list));
      setLossesSeen(losses);
    },
    putBack: (selection) => setChosen(MADE.get(selection) ?? note(selection, list)),
    isLost: losses > lossesSeen,
    rowsFor: async (selection) => {
      const made = MADE.get(selection) ?? note(selection, list);
      // The rows may have moved since, for example under an open menu.
      const selected = note(followSelection(made, list), list, made);
      const { rows, ...read } = await list.read(selected.selection, !isFullyKeyed(selected));
      const found = [...indexesOf(selected.selection)].flatMap((index, position) => {
        const row = rows[position];
        return row === undefined ? [] : [{ index, row, key: list.keyOf(row) }];
      });
      const isLost = selected.selection.count === 0 && selection.count > 0;
      if (!isLost && isStillSelected(selected, found, read)) return found.map(({ row }) => row);
      setChosen(NOTHING_SELECTED);
      setLosses((before) => before + 1);
      return [];
    },
  };
}

function useLosses(losses: number, onLost: () => void): void {
  const tell = useEffectEvent(onLost);
  useEffect(() => {
    if (losses > 0) tell();
  }, [losses]);
}

function note(selection: RangeSet, list: ListedRows, before?: SelectedRows): SelectedRows {
  if (before?.selection === selection) return before;
  const selected = selectRows(selection, list);
  MADE.set(selection, selected);
  return selected;
}
