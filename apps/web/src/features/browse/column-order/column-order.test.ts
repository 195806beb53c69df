import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';
import { rememberedOrder } from './remembered-order.ts';

const COLUMNS = [{ id: 'name', isRowHeader: true }, { id: 'kind' }, { id: 'size' }, { id: 'modified' }];
const idsIn = (order: readonly string[]) => inOrder(COLUMNS, order).map(({ id }) => id);

test('columns stand in the order that is remembered, after the names', () => {
  expect(idsIn([])).toEqual(['name', 'kind', 'size', 'modified']);
  expect(idsIn(['modified', 'size', 'name', 'kind'])).toEqual(['name', 'modified', 'size', 'kind']);
});

test('an order of another version loses nothing', () => {
  expect(idsIn(['size', 'colour'])).toEqual(['name', 'size', 'kind', 'modified']);
  expect(idsIn(['size', 'size', 'modified'])).toEqual(['name', 'size', 'modified', 'kind']);
});

test('columns that are not shown keep their places', () => {
  expect(rememberedOrder(['name', 'kind', 'size', 'modified'], ['name', 'modified', 'kind'])).toEqual([
    'name',
    'modified',
    'size',
    'kind',
  ]);
});
