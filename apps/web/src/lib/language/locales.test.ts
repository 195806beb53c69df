import { expect, test } from 'vitest';
import { chooseLocale, directionOf, isLocale } from './locales.ts';

test('a saved language wins over those of the browser', () => {
  expect(chooseLocale('en', ['ar'])).toBe('en');
});

test('the first known language of the browser is taken, whatever its region', () => {
  expect(chooseLocale(undefined, ['fr-CA', 'ar-EG', 'en'])).toBe('ar');
  expect(chooseLocale(undefined, ['AR'])).toBe('ar');
});

test('English is used if none of the languages is supported', () => {
  expect(chooseLocale(undefined, ['fr', 'de'])).toBe('en');
  expect(chooseLocale(undefined, [])).toBe('en');
});

test('Arabic runs from right to left', () => {
  expect(directionOf('ar')).toBe('rtl');
  expect(directionOf('en')).toBe('ltr');
});

test('names of inherited members are not languages', () => {
  expect(isLocale('toString')).toBe(false);
  expect(isLocale('__proto__')).toBe(false);
  expect(isLocale(undefined)).toBe(false);
});
