import { expect, test } from 'vitest';
import { fieldValueOf, momentBefore, momentOf, readMoment } from './moments.ts';

const NOW = Date.parse('2026-11-26T12:00:00.000Z');

test('quick choices are back from now', () => {
  expect(momentOf('hour', NOW)).toBe('2026-11-26T11:00:00.000Z');
  expect(momentOf('day', NOW)).toBe('2026-11-25T12:00:00.000Z');
  expect(momentOf('week', NOW)).toBe('2026-11-19T12:00:00.000Z');
  expect(momentBefore('2026-11-26T12:00:00.000Z')).toBe('2026-11-26T11:59:59.999Z');
});

test('a field and an address give the same moment back, to the minute', () => {
  const moment = '2026-11-24T14:32:00.000Z';
  expect(readMoment(fieldValueOf(moment))).toBe(moment);
  expect(readMoment(moment)).toBe(moment);
});

test.each([null, '', 'yesterday', '2026-13-45'])('%s is not a moment', (text) => {
  expect(readMoment(text)).toBeUndefined();
});
