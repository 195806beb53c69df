import { expect, test } from 'vitest';
import { greetingAt } from './greeting.ts';

test.each([
  [5, 'home.morning'],
  [11, 'home.morning'],
  [12, 'home.afternoon'],
  [17, 'home.afternoon'],
  [18, 'home.evening'],
  [0, 'home.evening'],
  [4, 'home.evening'],
])('%i o’clock has its greeting', (hour, greeting) => {
  expect(greetingAt(hour)).toBe(greeting);
});
