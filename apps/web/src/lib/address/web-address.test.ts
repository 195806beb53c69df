import { expect, test } from 'vitest';
import { isWebAddress } from './web-address.ts';

test('pages of the web, and nothing that would run here', () => {
  expect(['https://issuer.example/logout?a=b', 'http://localhost:1/'].every(isWebAddress)).toBe(true);
  for (const address of ['javascript:alert(1)', 'data:text/html,x', '/signed-out', '', ' javascript:1']) {
    expect({ address, isWeb: isWebAddress(address) }).toEqual({ address, isWeb: false });
  }
});
