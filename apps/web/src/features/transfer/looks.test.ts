import { beforeEach, expect, test } from 'vitest';
import { wipe } from '../../lib/wipe.ts';
import { beginLook, giveUpLooks, lookedAt, onLooksChange, takeLoss } from './looks.ts';

beforeEach(() => {
  giveUpLooks();
  takeLoss();
});

test('a look is known from its beginning to its end, with what was seen so far', () => {
  const seen: (number | undefined)[] = [];
  const leave = onLooksChange(() => seen.push(lookedAt()));
  const look = beginLook();
  expect(look.goOn(500)).toBe(true);
  look.goOn(750);
  look.goOn(600);
  look.end();
  leave();
  look.end();
  expect(seen).toEqual([0, 500, 750, 750, undefined]);
});

test('two looks at once are counted together, and end by themselves', () => {
  const one = beginLook();
  const other = beginLook();
  one.goOn(3);
  other.goOn(4);
  expect(lookedAt()).toBe(7);
  one.end();
  expect(lookedAt()).toBe(4);
  expect([one.goOn(5), other.goOn(6), lookedAt()]).toEqual([false, true, 6]);
});

test('what was given up counts no more, whatever it still finds', () => {
  const look = beginLook();
  look.goOn(3);
  giveUpLooks();
  expect([look.goOn(4), lookedAt()]).toEqual([false, undefined]);
});

test('a sign-out gives up what is looked at', async () => {
  const look = beginLook();
  await wipe();
  expect(look.goOn(3)).toBe(false);
});

test('that nothing came of a choice is told once, also when what tells it comes later', () => {
  beginLook().end('lost');
  beginLook().end();
  expect([takeLoss(), takeLoss()]).toEqual(['lost', undefined]);
});

test('whoever gave it up, or has signed out, is told nothing', async () => {
  const look = beginLook();
  giveUpLooks();
  look.end('lost');
  expect(takeLoss()).toBeUndefined();
  beginLook().end('lost');
  await wipe();
  expect(takeLoss()).toBeUndefined();
});
