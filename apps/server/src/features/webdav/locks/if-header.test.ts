import { expect, test } from 'vitest';
import { parseIf, submittedTokens } from './if-header.ts';

test('lists, tags, negations and entity tags are read', () => {
  const lists = parseIf('</dav/a> (<urn:uuid:1> ["a b"]) (Not <DAV:no-lock>) </dav/b> (Not [W/"x)"])');
  expect(lists).toEqual([
    {
      resource: '/dav/a',
      conditions: [
        { isNegated: false, kind: 'token', value: 'urn:uuid:1' },
        { isNegated: false, kind: 'etag', value: '"a b"' },
      ],
    },
    { resource: '/dav/a', conditions: [{ isNegated: true, kind: 'token', value: 'DAV:no-lock' }] },
    { resource: '/dav/b', conditions: [{ isNegated: true, kind: 'etag', value: 'W/"x)"' }] },
  ]);
  expect([...submittedTokens(lists ?? [])]).toEqual(['urn:uuid:1', 'DAV:no-lock']);
});

test.each(['', '()', '(<a>', 'x', '</a>', '(<a> b)', '(["a)', `(${'<a>'.repeat(5_000)})`])(
  'what breaks the grammar is refused: %s',
  (header) => {
    expect(parseIf(header)).toBeUndefined();
  },
);

test('an entity tag may contain brackets', () => {
  const [list] = parseIf('(["a]b)"])') ?? [];
  expect(list?.conditions).toEqual([{ isNegated: false, kind: 'etag', value: '"a]b)"' }]);
});

test.each([`(${'""'.repeat(4_000)}`, `(${'[]'.repeat(4_000)}`, '(<a>)'.repeat(1_000)])(
  'a hostile header is refused at once: %#',
  (header) => {
    const startedAt = performance.now();
    expect(parseIf(header)).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  },
);
