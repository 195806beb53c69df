import { LIMITS, type NodeId, type Selection } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { addRange, indexesOf, type RangeSet, rangeBetween } from '../../lib/ranges/range-set.ts';
import { expressionOf } from './bulk.ts';

const FOLDER = 'folder' as NodeId;
const idOf = (index: number): NodeId => `row ${index}` as NodeId;
const idsOf = async (chosen: RangeSet): Promise<readonly NodeId[]> =>
  await Promise.resolve(Array.from(indexesOf(chosen), idOf));
const allBut = (except: NodeId[]): Selection => ({ of: 'folder', folderId: FOLDER, except });

test('everything in a list is named without reading a row', async () => {
  const all = { selection: rangeBetween(0, 59_999), total: 60_000, idsOf, allBut };
  expect(await expressionOf(all)).toEqual(allBut([]));
});

test('for a list that ends before its matches, only selected items are named', async () => {
  const some = { selection: rangeBetween(0, 5_999), total: 10_000, idsOf, allBut: undefined };
  const named = { of: 'items', ids: await idsOf(some.selection) };
  expect(await expressionOf(some)).toEqual(named);
  const all = await expressionOf({ ...some, selection: rangeBetween(0, 9_999) });
  expect(all).toMatchObject({ of: 'items', ids: { length: 10_000 } });
});

test('the fewer are named: the selected rows or the others', async () => {
  const few = { selection: rangeBetween(0, 0), total: 3, idsOf, allBut };
  expect(await expressionOf(few)).toEqual({ of: 'items', ids: [idOf(0)] });
  const most = { ...few, selection: addRange(rangeBetween(0, 0), 2, 2) };
  expect(await expressionOf(most)).toEqual(allBut([idOf(1)]));
});

test('no more rows are named than one call takes', async () => {
  const most = { selection: rangeBetween(0, LIMITS.selectedMax), total: 40_000, idsOf, allBut };
  expect(await expressionOf(most)).toMatchObject({ of: 'folder', except: { length: 19_999 } });
  expect(await expressionOf({ ...most, total: 60_000 })).toBe('too_many');
  const exactly = { ...most, selection: rangeBetween(1, LIMITS.selectedMax), total: 60_000 };
  expect(await expressionOf(exactly)).toMatchObject({ of: 'items', ids: { length: LIMITS.selectedMax } });
});

test('a selection that the list has lost names nothing', async () => {
  const lost = { selection: rangeBetween(0, 1), total: 9, idsOf: () => Promise.resolve([]), allBut };
  expect(await expressionOf(lost)).toBeUndefined();
});
