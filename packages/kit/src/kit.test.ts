import { expect, test } from 'vitest';
import { AssertionError, assert, defined, eachAtOnce, err, ok, parseJson } from './index.ts';

test('a result is a success or a failure and carries its value', () => {
  expect(ok(1)).toEqual({ ok: true, value: 1 });
  expect(err({ code: 'gone' })).toEqual({ ok: false, error: { code: 'gone' } });
});

test('an assertion throws only when its condition does not hold', () => {
  expect(() => assert(true, 'holds')).not.toThrow();
  expect(() => assert(false, 'broken')).toThrow(AssertionError);
  expect(defined(0, 'zero is a value')).toBe(0);
  expect(() => defined(null, 'nothing there')).toThrow('nothing there');
});

test('many tasks run a few at once, with results in order', async () => {
  let running = 0;
  let most = 0;
  const results = await eachAtOnce([5, 1, 4, 2, 3], 2, async (turns) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
  expect(await eachAtOnce([], 2, () => Promise.resolve(1))).toEqual([]);
  const failing = eachAtOnce([1, 2], 1, (item) => Promise.reject(new Error(`failed at ${item}`)));
  await expect(failing).rejects.toThrow('failed at 1');
});

test('text that is not JSON has no value', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parseJson('{"a":')).toBeUndefined();
  expect(parseJson('')).toBeUndefined();
});
