import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

export interface Found {
  readonly total: number;
  /** Number of the selected match, from 1. 0 if the selection is not a match. */
  readonly current: number;
  readonly isMore: boolean;
}

export interface TextQuery {
  readonly words: string;
  readonly isCaseSensitive: boolean;
}

const COUNTED_MAX = 10_000;

/** Selects the first match after the cursor and counts all. */
export function find(view: EditorView, sought: TextQuery): Found {
  const query = queryOf(sought);
  openSearchPanel(view);
  view.dispatch({ effects: setSearchQuery.of(query) });
  if (!query.valid) return { total: 0, current: 0, isMore: false };
  const { from } = view.state.selection.main;
  const cursor = query.getCursor(view.state);
  let first: { readonly from: number; readonly to: number } | undefined;
  for (let step = cursor.next(); step.done !== true; step = cursor.next()) {
    first ??= step.value;
    if (step.value.from < from) continue;
    first = step.value;
    break;
  }
  if (first !== undefined) select(view, first);
  return countOf(view, query);
}

export function findNextOrPrevious(view: EditorView, sought: TextQuery, by: 1 | -1): Found {
  if (by === 1) findNext(view);
  else findPrevious(view);
  return countOf(view, queryOf(sought));
}

export function endFind(view: EditorView): void {
  closeSearchPanel(view);
}

function select(view: EditorView, { from, to }: { readonly from: number; readonly to: number }): void {
  view.dispatch({
    selection: EditorSelection.single(from, to),
    effects: EditorView.scrollIntoView(EditorSelection.range(from, to), { y: 'center' }),
  });
}

function countOf(view: EditorView, query: SearchQuery): Found {
  const { from, to } = view.state.selection.main;
  const cursor = query.getCursor(view.state);
  let total = 0;
  let current = 0;
  for (let step = cursor.next(); step.done !== true && total < COUNTED_MAX; step = cursor.next()) {
    total += 1;
    if (step.value.from === from && step.value.to === to) current = total;
  }
  return { total, current, isMore: total === COUNTED_MAX };
}

function queryOf({ words, isCaseSensitive }: TextQuery): SearchQuery {
  return new SearchQuery({ search: words, caseSensitive: isCaseSensitive, literal: true });
}
