import { expect, test } from 'vitest';
import { ImageSlots } from './image-slots.ts';

test('images load side by side up to the limit, the others in order, without those that were cancelled', () => {
  const slots = new ImageSlots(2);
  const started: number[] = [];
  const releases = [0, 1, 2, 3, 4].map((number) => slots.acquire(() => started.push(number)));
  expect(started).toEqual([0, 1]);
  releases[2]?.();
  releases[0]?.();
  expect(started).toEqual([0, 1, 3]);
  // A slot is released only once, however often the function is called.
  releases[0]?.();
  expect(started).toEqual([0, 1, 3]);
  releases[1]?.();
  releases[3]?.();
  expect(started).toEqual([0, 1, 3, 4]);
});
