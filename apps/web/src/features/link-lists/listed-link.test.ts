import { expect, test } from 'vitest';
import { arranged, type ListedLink } from './listed-link.ts';

const link = (label: string, facts: Partial<ListedLink> = {}): ListedLink => ({
  id: label as never,
  kind: 'download',
  state: 'active',
  label,
  hasPassword: false,
  createdAt: '2030-01-01T00:00:00.000Z',
  expiresAt: '2030-02-01T00:00:00.000Z',
  downloads: 0,
  downloadsMax: null,
  bytes: 0,
  bytesMax: null,
  visits: 0,
  lastVisitAt: null,
  item: undefined,
  owner: undefined,
  received: null,
  ...facts,
});
const labels = (links: readonly ListedLink[]): readonly string[] => links.map((each) => each.label);
const all = [
  link('Old', { downloads: 9 }),
  link('Ended', { state: 'expired', expiresAt: '2030-01-02T00:00:00.000Z' }),
  link('New', {
    createdAt: '2030-01-09T00:00:00.000Z',
    lastVisitAt: '2030-01-10T00:00:00.000Z',
    item: { name: 'Straße.pdf', href: '/' },
  }),
];
const wanted = { text: '', state: undefined, sort: 'created' } as const;

test('links are sorted; those never opened come last', () => {
  expect(labels(arranged(all, wanted))[0]).toBe('New');
  expect(labels(arranged(all, { ...wanted, sort: 'expires' }))[0]).toBe('Ended');
  expect(labels(arranged(all, { ...wanted, sort: 'visited' }))[0]).toBe('New');
  expect(labels(arranged(all, { ...wanted, sort: 'downloads' }))[0]).toBe('Old');
});

test('links are found by label or item, and by state', () => {
  expect(labels(arranged(all, { ...wanted, text: ' STRASSE' }))).toEqual([]);
  expect(labels(arranged(all, { ...wanted, text: ' straße' }))).toEqual(['New']);
  expect(labels(arranged(all, { ...wanted, state: 'ended' }))).toEqual(['Ended']);
  expect(labels(arranged(all, { ...wanted, state: 'active' }))).toEqual(['New', 'Old']);
});
