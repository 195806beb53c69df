import { expect, test } from 'vitest';
import { belongsTo, type ClickInRow, outcomeOfClick, type RowClick } from './grid-click.ts';

const CLICK: RowClick = {
  index: 7,
  part: 'row',
  isTouch: false,
  isCommand: false,
  isShift: false,
  hasSelection: false,
};
const SELECT = { type: 'go', to: 7, reach: 'select' };
const TOGGLE = { type: 'toggle', index: 7 };
const OPEN = { type: 'ask', name: 'open' };

test.each<[string, Partial<RowClick>, unknown]>([
  ['a click on a row selects it', {}, SELECT],
  ['a click on a row among selected ones selects it alone', { hasSelection: true }, SELECT],
  ['a click on the name opens', { part: 'open' }, OPEN],
  ['a click on the name opens, whatever is selected', { part: 'open', hasSelection: true }, OPEN],
  ['ctrl+click on the name toggles', { part: 'open', isCommand: true }, TOGGLE],
  ['ctrl+click toggles', { isCommand: true }, TOGGLE],
  ['shift+click extends', { isShift: true }, { type: 'go', to: 7, reach: 'extend' }],
  [
    'shift+click on the name extends',
    { part: 'open', isShift: true },
    { type: 'go', to: 7, reach: 'extend' },
  ],
  ['ctrl+shift+click adds', { isShift: true, isCommand: true }, { type: 'go', to: 7, reach: 'extend-add' }],
  ['a tap opens', { isTouch: true }, OPEN],
  ['a tap on the name opens', { isTouch: true, part: 'open' }, OPEN],
  ['a tap selects once something is selected', { isTouch: true, hasSelection: true }, TOGGLE],
  ['a tap on the name, too', { isTouch: true, hasSelection: true, part: 'open' }, TOGGLE],
  ['the box toggles', { part: 'check' }, TOGGLE],
  ['the box toggles under a finger', { part: 'check', isTouch: true }, TOGGLE],
  ['the box with shift adds', { part: 'check', isShift: true }, { type: 'add-to', index: 7 }],
  [
    'the menu button asks for the menu',
    { part: 'menu', isTouch: true, hasSelection: true },
    { type: 'ask', name: 'menu' },
  ],
  ['a control of the owner answers itself', { part: 'control' }, undefined],
])('%s', (_name, click, expected) => {
  expect(outcomeOfClick({ ...CLICK, ...click })).toEqual(expected);
});

test.each<[string, { first?: ClickInRow; next: Partial<ClickInRow> }, boolean]>([
  ['a first click', { next: { count: 1 } }, true],
  ['a key on a box', { next: { count: 0, part: 'check' } }, true],
  ['a second click in the same place', { first: at('row'), next: {} }, true],
  ['a box ticked fast', { first: at('check'), next: { part: 'check', count: 3 } }, true],
  ['a second click on another row', { first: at('row', 6), next: {} }, false],
  ['a second click where the first opened', { first: at('open'), next: {} }, false],
  ['a second click on the name, which is open by then', { first: at('open'), next: { part: 'open' } }, false],
  ['a second click in a list that has just come up', { next: {} }, false],
])('%s counts only when it belongs to the first', (_name, { first, next }, expected) => {
  expect(belongsTo(first, { index: 7, part: 'row', count: 2, ...next })).toBe(expected);
});

function at(part: ClickInRow['part'], index = 7): ClickInRow {
  return { index, part, count: 1 };
}
