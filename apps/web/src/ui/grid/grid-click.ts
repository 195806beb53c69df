import type { GridCommand } from './grid-machine.ts';

export type RowPart = 'row' | 'open' | 'check' | 'menu' | 'control';

export interface RowClick {
  readonly index: number;
  readonly part: RowPart;
  readonly isTouch: boolean;
  readonly isCommand: boolean;
  readonly isShift: boolean;
  readonly hasSelection: boolean;
}

export interface ClickInRow {
  readonly index: number;
  readonly part: RowPart;
  /** `event.detail`: 2 for a double click, 0 for a key. */
  readonly count: number;
}

/**
 * Whether the click belongs to a double click on the same row. False if the first click opened a folder and the second
 * one hit a row of the new list.
 */
export function belongsTo(first: ClickInRow | undefined, click: ClickInRow): boolean {
  return (
    click.count < 2 || (first?.index === click.index && first.part === click.part && click.part !== 'open')
  );
}

export type ClickOutcome = GridCommand | { readonly type: 'ask'; readonly name: 'open' | 'menu' };

/**
 * With a mouse, a click on the name opens and a click on the row selects. A touch opens, or selects once something is
 * selected.
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
