import { expect, test } from 'vitest';
import { parseSearch, requestOf, searchAddress } from './search-address.ts';

const SPACE = '01893b3c-7a00-7000-8000-000000000001';

test('an address is read as it was written', () => {
  const address = parseSearch(
    `q=a+%26+b&kind=image&modified=week&size=huge&space=${SPACE}&folder=${SPACE}&trash=only&in=content&by=${SPACE}&tag=To+pay`,
  );
  expect(address).toMatchObject({
    q: 'a & b',
    in: 'content',
    kind: 'image',
    modified: 'week',
    size: 'huge',
    space: SPACE,
    folder: SPACE,
    by: SPACE,
    tag: 'To pay',
  });
  expect(parseSearch(searchAddress(address).split('?')[1] ?? '')).toEqual(address);
});

test('invalid parts of an address are ignored', () => {
  const address = parseSearch(
    'q=%20%20x%20&kind=moon&modified=1&size=&space=1&trash=yes&view=2&folder=root&in=x&by=me',
  );
  expect(address).toEqual({ q: 'x' });
  expect(parseSearch(`q=${'x'.repeat(300)}`).q).toHaveLength(200);
});

test('filters become ranges of the request, days by the calendar', () => {
  const today = new Date(2026, 10, 23);
  const request = requestOf(parseSearch(`q=x&modified=week&size=medium&folder=${SPACE}`), 'name', today);
  expect(request).toEqual({
    q: 'x',
    folder: SPACE,
    sizeFrom: '1000000',
    sizeTo: '100000000',
    modifiedFrom: new Date(2026, 10, 17).toISOString(),
  });
});
