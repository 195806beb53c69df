import { expect, test } from 'vitest';
import { AssertionError, assert, defined, err, ok } from './index.ts';

test('a result tells success from failure and carries its value', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(err({ code: 'gone' })).toEqual({ ok: false, error: { code: 'gone' } });
});

test('an assertion throws only when its condition does not hold', () => {
  expect(() => assert(true, 'holds')).not.toThrow();
  expect(() => assert(false, 'broken')).toThrow(AssertionError);
  expect(defined(0, 'zero is a value')).toBe(0);
  expect(() => defined(null, 'nothing there')).toThrow('nothing there');
});
