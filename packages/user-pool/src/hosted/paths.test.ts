import { expect, test } from 'vitest';
import { pagePath } from './paths.ts';

test('a path never names another host', () => {
  expect(['//x', '//x/', '/'].map((path) => pagePath(`https://pool.test${path}`, '/login'))).toEqual([
    '/x/login',
    '/x/login',
    '/login',
  ]);
});
