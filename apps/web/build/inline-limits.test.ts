import { LIMITS } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { inlineLimits } from './inline-limits.ts';

test('a limit becomes its number', () => {
  expect(inlineLimits('const PAGE = LIMITS.childrenPageSize;')).toBe(
    `const PAGE = ${LIMITS.childrenPageSize};`,
  );
});

test('other names stay as they are', () => {
  const code = "import { LIMITS } from 'x'; OUR_LIMITS.batchMax; LIMITS";
  expect(inlineLimits(code)).toBe(code);
});

test('a limit that is none ends the build', () => {
  expect(() => inlineLimits('LIMITS.wishes')).toThrow('There is no limit called wishes');
});
