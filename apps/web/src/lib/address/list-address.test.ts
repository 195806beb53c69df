import { expect, test } from 'vitest';
import { listAddress } from './list-address.ts';

const plants = listAddress({
  path: '/plants',
  filters: { kind: ['moss', 'fern'], state: ['wild', 'kept'] },
  sorts: ['name', 'age'],
  usual: { sort: 'name', order: 'asc' },
});
const USUAL = { text: '', kind: undefined, state: undefined, sort: 'name', order: 'asc', page: 1 };

test('an address says what differs from the usual, and is read as it was written', () => {
  expect(plants.addressOf(plants.parse(''))).toBe('/plants');
  const search = '?text=a+%26+b&kind=fern&sort=age&order=desc&page=3';
  expect(plants.addressOf(plants.parse(search))).toBe(`/plants${search}`);
  expect(plants.parse(search)).toEqual({
    text: 'a & b',
    kind: 'fern',
    state: undefined,
    sort: 'age',
    order: 'desc',
    page: 3,
  });
});

test.each(['', '?kind=tree&state=&sort=size&order=up&page=0', '?page=1.5', '?page=10001', '?page=x'])(
  'unknown values in %j are ignored',
  (search) => {
    expect(plants.parse(search)).toEqual(USUAL);
  },
);

test('the call asks for the page, and for text and filters only where they are set', () => {
  const { queryOf, isNarrowed, parse } = plants;
  expect(queryOf(parse('?text=+&page=2'))).toEqual({ sort: 'name', order: 'asc', at: '50', limit: '50' });
  expect(queryOf(parse('?text=+x+&state=kept'))).toMatchObject({ text: 'x', state: 'kept' });
  const narrowed = ['?text=x', '?kind=moss', '?text=+', '?sort=age&page=2'].map((each) =>
    isNarrowed(parse(each)),
  );
  expect(narrowed).toEqual([true, true, false, false]);
});
