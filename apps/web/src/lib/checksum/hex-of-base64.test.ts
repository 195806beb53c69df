import { expect, test } from 'vitest';
import { hexOfBase64 } from './hex-of-base64.ts';

test('a SHA-256 in base64 is shown as sha256sum prints it', () => {
  // SHA-256 of empty input (FIPS 180-4).
  expect(hexOfBase64('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  expect(hexOfBase64('AAEP/w==')).toBe('00010fff');
});
