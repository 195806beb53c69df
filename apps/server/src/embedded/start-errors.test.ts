import { expect, test } from 'vitest';
import { describeStartError, exitCodeOf, type StartError } from './start-errors.ts';

const ALL: readonly StartError[] = [
  { code: 'config_invalid', issues: [{ name: 'COFFER_PORT', message: 'is not a number.' }] },
  { code: 'data_not_writable', folder: '/d', reason: 'EACCES' },
  { code: 'data_of_other_account', folder: '/d', owner: 1000, own: 0 },
  { code: 'data_foreign', folder: '/d', found: 'x' },
  { code: 'data_locked', folder: '/d' },
  { code: 'data_newer', folder: '/d', found: 2, known: 1 },
  { code: 'data_damaged', folder: '/d', file: 'secrets.json' },
  { code: 'disk_full', folder: '/d', freeBytes: 1_048_576, neededBytes: 268_435_456 },
  { code: 'port_taken', port: 8080, setting: 'COFFER_PORT' },
  { code: 'database_missing', reason: 'r' },
  { code: 'database_other_version', dataMajor: 17, serverMajor: 18 },
  { code: 'database_failed', reason: 'r' },
  { code: 'database_unreachable', reason: 'r' },
  { code: 'database_too_old', version: '14.9', majorMin: 15 },
  { code: 'schema_newer', unknown: ['m'] },
  { code: 'extension_missing', reason: 'r' },
  { code: 'pool_failed', reason: 'r' },
  { code: 'store_failed', reason: 'r' },
  { code: 'store_unusable', diagnosis: 'AccessDenied' },
];

test('each reason has an exit code of its own, none of which a shell or Node.js uses', () => {
  const codes = ALL.map(exitCodeOf);
  expect(new Set(codes).size).toBe(ALL.length);
  expect(codes.every((code) => code > 13 && code < 126)).toBe(true);
});

test('each reason has a message, then a remedy', () => {
  for (const error of ALL) {
    const [what, remedy] = [
      describeStartError(error).split('\n')[0],
      describeStartError(error).split('\n').at(-1),
    ];
    expect(what).toMatch(/[.:]$/);
    expect(remedy).toMatch(/\.$/);
  }
  expect(describeStartError({ code: 'port_taken', port: 8080, setting: 'COFFER_STORE_PORT' })).toContain(
    '8080 (COFFER_STORE_PORT)',
  );
  expect(
    describeStartError({ code: 'disk_full', folder: '/d', freeBytes: 1_048_576, neededBytes: 268_435_456 }),
  ).toContain('1 MiB left; Coffer needs 256 MiB');
  expect(
    describeStartError({ code: 'data_not_writable', folder: "/it's", reason: 'EACCES', account: '7:8' }),
  ).toMatch(/as root: chown -R 7:8 '\/it'\\''s'\)\.$/);
  expect(
    describeStartError({ code: 'data_of_other_account', folder: '/d', owner: 1000, own: 0 }).split('\n'),
  ).toEqual([
    'The data folder /d belongs to the account with the id 1000, which runs Coffer there, and this is root.',
    'Nothing was changed. Start Coffer as that account, or give the folder to this one first (chown -R 0 /d).',
  ]);
  const issues = [
    { name: 'COFFER_A', message: 'is wrong' },
    { name: 'COFFER_B', message: 'is missing' },
  ];
  expect(describeStartError({ code: 'config_invalid', issues })).toContain(
    '  - COFFER_A is wrong\n  - COFFER_B is missing\n',
  );
});
