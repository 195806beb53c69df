import { expect, test } from 'vitest';
import { originJtiOf, sessionIdOf } from './sessions.ts';

test('a session id converts to its origin_jti and back', () => {
  for (const jti of [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '019a2b3c-4d5e-7f60-8123-456789abcdef',
  ]) {
    expect(sessionIdOf(jti)).toMatch(/^tkn[0-9a-z]{25}$/);
    expect(originJtiOf(sessionIdOf(jti))).toBe(jti);
  }
  for (const bad of [
    '',
    'tkn',
    `tkn${'z'.repeat(25)}`,
    `sso${'0'.repeat(25)}`,
    `tkn${'0'.repeat(26)}`,
    `TKN${'0'.repeat(25)}`,
  ])
    expect(originJtiOf(bad)).toBeUndefined();
});
