// Computed by amazon-cognito-identity-js 6.3.21 and aws-amplify 6.22.1 for the same inputs; B follows from b.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { srpClient } from './srp-client.ts';

const A_SECRET = '1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f53';

test('the public value is the one that the official clients compute', () => {
  const { srpA } = srpClient(A_SECRET);
  expect(createHash('sha256').update(srpA).digest('hex').slice(0, 16)).toBe('e5e62c87aa81b091');
});
