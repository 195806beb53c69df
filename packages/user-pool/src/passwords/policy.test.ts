import { expect, test } from 'vitest';
import { passwordPolicySchema } from '../settings.ts';
import { findPolicyBreach } from './policy.ts';
import { createTemporaryPassword } from './temporary.ts';

const policy = passwordPolicySchema.parse({});
const breach = (password: string, personal: readonly string[] = []) =>
  findPolicyBreach(policy, password, personal);

test('twelve characters of any kind are enough, eleven are not', () => {
  expect(breach('plomvrakteko')).toBeUndefined();
  expect(breach('plomvraktek')).toBe('Password not long enough');
  expect(breach('漢字仮名交じり文の合言葉x')).toBeUndefined();
  expect(breach('🐟🐠🐡🦈🐬🐳🐋🦀🦞🦐🦑')).toBe('Password not long enough');
});

test('256 characters are accepted, 257 are not', () => {
  const long =
    Array.from({ length: 300 }, (_, index) => 'plomvraktekozyhu'.charAt((index * 7) % 16)).join('') + 'q9';
  expect(breach(`${long.slice(0, 250)}Zk4!pw`)).toBeUndefined();
  expect(breach(`${long.slice(0, 251)}Zk4!pw`)).toBe('Password too long');
});

test.each([
  'aaaaaaaaaaaa',
  'abababababab',
  'abcabcabcabcabc',
  'abcdefghijkl',
  'zyxwvutsrqpo',
  '123456789012',
  '987654321098',
  'qwertyuiop123',
  'asdfghjklqwerty',
  'passwordpassword',
  'Password1234!',
  'P@ssw0rd12345',
  'p4$$w0rd!2024',
  'Welcome2024!!',
  'letmein-letmein',
  'iloveyou12345',
  'Summer2025!!!',
  'administrator1',
  '1qaz2wsx3edc',
  'q1w2e3r4t5y6',
  'Dragon-Monkey1',
  'correcthorsebatterystaple',
  'changemechangeme',
  'Coffer-Admin-1',
])('"%s" is too common', (password) => {
  expect(breach(password)).toBe('Password is too common');
});

test.each([
  'vast-Kettle-orbit-91',
  'Corr3ct-Horse!é漢',
  'tangerine umbrella fjord',
  'kV7#pQ2m!xZ9',
  '8a#92!x9$1pq',
  '4815162342-lost-numbers',
  'my dog ate thirteen waffles',
  'zitronenfalter im märz',
])('"%s" is rejected', (password) => {
  expect(breach(password)).toBeUndefined();
});

test('the user’s own e-mail or name is not enough for a password, but can be a part of one', () => {
  const personal = ['marie.kowalska@example.org', 'Marie Kowalska'];
  const refused = 'Password must not be made of your name or e-mail';
  for (const password of ['marie.kowalska@example.org', 'Kowalska-Marie', 'mariekowalska77', 'KOWALSKA2031x'])
    expect(breach(password, personal)).toBe(refused);
  expect(breach('kowalska-plays-tuba', personal)).toBeUndefined();
});

test('the password rules of Cognito can be enabled', () => {
  const strict = passwordPolicySchema.parse({
    minimumLength: 8,
    requireUppercase: true,
    requireLowercase: true,
    requireNumbers: true,
    requireSymbols: true,
    refuseCommon: false,
  });
  const first = (password: string) => findPolicyBreach(strict, password, []);
  expect(first('abcdefg1!')).toBe('Password must have uppercase characters');
  expect(first('ABCDEFG1!')).toBe('Password must have lowercase characters');
  expect(first('Abcdefgh!')).toBe('Password must have numeric characters');
  expect(first('Abcdefgh1')).toBe('Password must have symbol characters');
  expect(first('Abcdefg1!')).toBeUndefined();
  expect(first(' Abcdef1!')).toBe('Password must not start or end with a space');
});

test('a temporary password satisfies the strictest policy and is always different', () => {
  const strict = passwordPolicySchema.parse({
    minimumLength: 20,
    requireUppercase: true,
    requireLowercase: true,
    requireNumbers: true,
    requireSymbols: true,
  });
  const made = new Set(Array.from({ length: 200 }, () => createTemporaryPassword(strict)));
  expect(made.size).toBe(200);
  for (const password of made) expect(findPolicyBreach(strict, password, [])).toBeUndefined();
});
