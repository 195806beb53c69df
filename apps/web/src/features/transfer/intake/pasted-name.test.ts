import { expect, test } from 'vitest';
import { createPasteNamer } from './pasted-name.ts';

const now = new Date(2026, 10, 2, 9, 8, 7);
const image = (name: string, ageMs = 1_000) => new File([], name, { lastModified: now.getTime() - ageMs });
const namer = () => createPasteNamer(now, (time) => `Pasted image ${time}`);

test('unnamed images get date and time, and a number when there are several', () => {
  const nameOf = namer();
  expect([image('image.png'), image('image.png'), image('image.jpeg')].map(nameOf)).toEqual([
    'Pasted image 2026-11-02 09.08.07.png',
    'Pasted image 2026-11-02 09.08.07 (2).png',
    'Pasted image 2026-11-02 09.08.07 (3).jpeg',
  ]);
});

test.each([
  ['holiday.png', 1_000],
  ['image', 1_000],
  ['my image.png', 1_000],
  ['image.png', 60_000],
])('a file called %s that is %i ms old keeps its name', (name, ageMs) => {
  expect(namer()(image(name, ageMs))).toBe(name);
});
