import { expect, test } from 'vitest';
import { kindGroups } from './kind-groups.ts';

const words = {
  kindOf: (type: string) => (type.startsWith('image/') ? 'Image' : type.includes('zip') ? 'Archive' : 'File'),
  withType: (kind: string, type: string) => `${kind} (${type})`,
  rest: 'Other kinds',
};
const of = (...keys: readonly (string | null)[]) =>
  kindGroups(
    keys.map((key) => ({ key, count: 2 })),
    words,
  );

test('neighbours of one kind are one group', () => {
  expect(of('image/jpeg', 'image/png', null)).toEqual([
    { label: 'Image', count: 4 },
    { label: 'Other kinds', count: 2 },
  ]);
});

test('a repeated kind shows its type', () => {
  expect(
    of('application/gzip', 'application/pdf', 'application/x-zip-compressed').map(({ label }) => label),
  ).toEqual(['Archive (gzip)', 'File', 'Archive (zip-compressed)']);
});
