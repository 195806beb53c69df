import type { GridCommand } from './grid-machine.ts';

/** Where in a row a click fell. `control` is a button or link of the owner inside a cell: it answers by itself. */
export type RowPart = 'row' | 'open' | 'check' | 'menu' | 'control';

export interface RowClick {
  readonly index: number;
  readonly part: RowPart;
  readonly isTouch: boolean;
  readonly isCommand: boolean;
  readonly isShift: boolean;
  readonly hasSelection: boolean;
}

/** A click as one of several in the same place. */
export interface ClickInRow {
  readonly index: number;
  readonly part: RowPart;
  /** The browser's count: 2 for the second click of a double click, 0 for a key. */
  readonly count: number;
}

/**
 * Whether the second click of a double click belongs to the first. It does not when the first one opened a folder
 * and the second falls on what has come up in its place, which nobody meant.
 */
export function belongsTo(first: ClickInRow | undefined, click: ClickInRow): boolean {
  return (
    click.count < 2 || (first?.index === click.index && first.part === click.part && click.part !== 'open')
  );
}

export type ClickOutcome = GridCommand | { readonly type: 'ask'; readonly name: 'open' | 'menu' };

/**
 * What a click means. With a mouse the name opens and the rest of the row selects. A finger opens anywhere, until
 * something is selected (by a long press or a box): from then on it selects.
 */
export function outcomeOfClick(click: RowClick): ClickOutcome | undefined {
  switch (click.part) {
    case 'control':
      return undefined;
    case 'menu':
      return { type: 'ask', name: 'menu' };
    case 'check':
      return { type: click.isShift ? 'add-to' : 'toggle', index: click.index };
    case 'open':
    case 'row':
      return outcomeOnRow(click);
  }
}

function outcomeOnRow({ index, part, isTouch, isCommand, isShift, hasSelection }: RowClick): ClickOutcome {
  if (isShift) return { type: 'go', to: index, reach: isCommand ? 'extend-add' : 'extend' };
  if (isCommand || (isTouch && hasSelection)) return { type: 'toggle', index };
  if (isTouch || part === 'open') return { type: 'ask', name: 'open' };
  return { type: 'go', to: index, reach: 'select' };
}
