import { expect, test } from 'vitest';
import { operations } from './operations.ts';

const all = Object.entries(operations);

test('no two operations share method and path', () => {
  const keys = all.map(([, operation]) => `${operation.method} ${operation.path}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(all)('%s declares exactly the parameters of its path', (_name, operation) => {
  const inPath = Array.from(operation.path.matchAll(/\{(\w+)\}/g), (match) => match[1]);
  const declared = 'params' in operation ? Object.keys(operation.params.shape) : [];
  expect(declared).toEqual(inPath);
});

test.each(all)('%s answers a body exactly when its status allows one', (_name, operation) => {
  const hasBody = ['response', 'downloads', 'answersBytes', 'answersPicture'].some(
    (member) => member in operation,
  );
  expect(hasBody).toBe(operation.status !== 204);
});

test.each(all)('%s changes nothing when it is a GET', (_name, operation) => {
  if (operation.method !== 'GET') return;
  expect('body' in operation || 'creates' in operation || 'replaces' in operation).toBe(false);
});

test('no request but those that set a password has a member for one', () => {
  const withPassword = all.filter(
    ([, operation]) =>
      'body' in operation &&
      JSON.stringify(Object.keys('shape' in operation.body ? operation.body.shape : {})).includes('assword'),
  );
  expect(withPassword.map(([name]) => name)).toEqual([
    'welcome',
    'changePassword',
    'signUp',
    'confirmReset',
    'createPublicLink',
    'changePublicLink',
    'unlockPublicLink',
    'acceptInvitation',
    'useResetLink',
  ]);
});
