import { expect, test } from 'vitest';
import { transferIn } from '../model/transfer.world.ts';
import { failureOf } from './failure-messages.ts';

const words = { text: (id: string) => id, errorTexts: { ofIssue: (code: string) => `issue ${code}` } };
const told = (name: string, issues: readonly { readonly code: 'too_deep' }[] = []) =>
  failureOf(
    transferIn('failed', { name, path: [name], failure: { code: 'invalid_request', issues } }),
    words,
  );

test('a refusal is told by what is wrong: the name, the depth, or neither', () => {
  expect(told('ends.')).toBe('issue name_edge');
  expect(told('fine.txt', [{ code: 'too_deep' }])).toBe('issue too_deep');
  expect(told('fine.txt')).toBe('transfer.error.invalid_request');
});
