import { expect, test } from 'vitest';
import { reportLeftOut } from './index.ts';

test('a group of the pool with a slash is logged once, and one of an issuer never', () => {
  const logged: unknown[] = [];
  const log = { warn: (event: string, facts?: unknown) => logged.push([event, facts]) };
  reportLeftOut(log, { names: ['Sales/North'], prefix: 'corp/' });
  for (let times = 0; times < 2; times += 1)
    reportLeftOut(log, { names: ['Sales', 'Sales/North'], prefix: '' });
  expect(logged).toEqual([['group_left_out', { group: 'Sales/North' }]]);
});
