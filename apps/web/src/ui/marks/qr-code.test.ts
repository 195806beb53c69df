import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { pathOf } from './qr-code.tsx';

function drawn(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  return rows;
}

test('the path has exactly the dark modules of the code', () => {
  const { data, size } = encode(
    'otpauth://totp/Coffer:ada@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Coffer',
  );
  expect(drawn(pathOf(data), size)).toEqual(data);
});

test('neighbours are one rectangle', () => {
  expect(pathOf([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
});
