import { expect, test } from 'vitest';
import { createLog } from './create-log.ts';
import { forPeople } from './for-people.ts';

test('a line for a terminal has time, level, words and facts, and the stack of an error below', () => {
  let text = '';
  const terminal = { write: (chunk: string) => ((text += chunk), true) };
  const log = createLog({
    level: 'info',
    destination: forPeople(terminal),
    now: () => new Date('2026-11-21T03:09:46Z'),
  });
  log.warn('disk_nearly_full', { freeBytes: 12 });
  log.error('request_failed', { operation: 'getNode' }, new Error('no luck'));
  const lines = text.split('\n');
  expect(lines.slice(0, 2)).toEqual([
    '03:09:46 warn  disk nearly full freeBytes=12',
    '03:09:46 error request failed operation=getNode',
  ]);
  expect(lines[2]).toContain('Error: no luck');
});
