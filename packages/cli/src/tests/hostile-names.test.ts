import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { startProgram } from './command-line.world.ts';
import { type HostileFile, startHostileServer } from './hostile-server.world.ts';

const NAMES: readonly HostileFile[] = [
  { name: 'good.txt' },
  { name: '../escaped.txt' },
  { name: '..', below: 'escaped.txt' },
  { name: '.', below: 'good.txt' },
  { name: '/tmp/coffer-escaped.txt' },
  { name: 'a/../../escaped.txt' },
  { name: 'nul\u0000.txt' },
  { name: '' },
  { name: 'GOOD.TXT' },
  { name: '\u001B]0;owned\u0007\u009B2J.txt' },
  { name: '\u202Egnp.exe' },
  { name: '.coffer-trash', below: 'stuffed.txt' },
  { name: '.x.coffer-0123abcd.part' },
  { name: 'linked', below: 'through.txt' },
];

test.each([
  ['get', (to: string) => ['get', 'Trap/evil', to], 'evil'],
  ['sync', (to: string) => ['sync', to, 'Trap/evil', '--down', '--delete', '--overwrite'], ''],
])('%s writes nothing outside its folder, and shows no control characters', async (command, args, below) => {
  await using folder = temporaryFolder('hostile');
  await using server = await startHostileServer(NAMES);
  const target = join(folder.path, 'target');
  const root = join(target, below);
  const outside = join(folder.path, 'outside');
  for (const path of [root, outside]) mkdirSync(path, { recursive: true });
  symlinkSync(outside, join(root, 'linked'));
  writeFileSync(join(root, 'kept.txt'), 'kept');
  const environment = { COFFER_URL: server.url, COFFER_TOKEN: 'coffer_hostile' };
  const { ended } = startProgram(folder.path, args(target), { environment });
  const { exitCode, stderr, stdout } = await ended;
  expect(exitCode).not.toBe(0);
  // oxlint-disable-next-line no-control-regex -- the pattern has to match terminal control characters
  expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(readFileSync(join(root, 'good.txt'), 'utf8')).toBe('hostile');
  expect(readdirSync(folder.path).toSorted()).toEqual(['home', 'outside', 'target']);
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(target)).not.toContain('escaped.txt');
  const left = readdirSync(root).filter((name) => name !== '.coffer-trash');
  expect(left.toSorted()).toEqual(
    command === 'get' ? ['good.txt', 'kept.txt', 'linked'] : ['good.txt', 'linked'],
  );
});
