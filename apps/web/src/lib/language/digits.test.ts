import { expect, test } from 'vitest';
import { asciiDigits } from './digits.ts';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['Code: 12-34\u200f56', '123456'],
  ['no digits', ''],
  ['', ''],
])('%j holds the digits %j', (text, digits) => {
  expect(asciiDigits(text)).toBe(digits);
});
