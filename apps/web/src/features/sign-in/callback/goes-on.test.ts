import { expect, test } from 'vitest';
import { localError } from '../../../api/calls/error.ts';
import { goesOn } from './goes-on.ts';

test('who is signed in goes on after an old answer, but reads a refusal of the issuer', () => {
  expect(goesOn(localError('challenge_expired'), true)).toBe(true);
  expect(goesOn(localError('challenge_expired'), false)).toBe(false);
  expect(goesOn(localError('account_not_admitted'), true)).toBe(false);
  expect(goesOn(localError('challenge_failed'), true)).toBe(false);
  expect(goesOn(undefined, true)).toBe(false);
});
