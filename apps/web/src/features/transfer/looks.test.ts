import { beforeEach, expect, test } from 'vitest';
import { wipe } from '../../lib/wipe.ts';
import { beginLook, giveUpLooks, lookedAt, onLooksChange } from './looks.ts';

beforeEach(giveUpLooks);

test('a look is known from its beginning to its end, with what was seen so far', () => {
  const seen: (number | undefined)[] = [];
  const leave = onLooksChange(() => seen.push(lookedAt()));
  const look = beginLook();
  expect(look.goesOn(500)).toBe(true);
  look.goesOn(750);
  look.end();
  leave();
  look.end();
  expect(seen).toEqual([0, 500, 750, undefined]);
});

test('two looks at once are counted together, and end by themselves', () => {
  const one = beginLook();
  const other = beginLook();
  one.goesOn(3);
  other.goesOn(4);
  expect(lookedAt()).toBe(7);
  one.end();
  expect(lookedAt()).toBe(4);
  expect([one.goesOn(5), other.goesOn(6), lookedAt()]).toEqual([false, true, 6]);
});

test('what was given up counts no more, whatever it still finds', () => {
  const look = beginLook();
  look.goesOn(3);
  giveUpLooks();
  expect([look.goesOn(4), lookedAt()]).toEqual([false, undefined]);
});

test('a sign-out gives up what is looked at', async () => {
  const look = beginLook();
  await wipe();
  expect(look.goesOn(3)).toBe(false);
});
