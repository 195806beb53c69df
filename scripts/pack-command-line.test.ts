import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { expect, test } from 'vitest';
import { packCommandLine } from './pack-command-line.ts';

const MODULES = resolve(import.meta.dirname, '../node_modules');

test('the package of the command line runs without this repository', async () => {
  await using folder = temporaryFolder('pack');
  const tarball = packCommandLine(join(folder.path, 'built'));
  execFileSync('tar', ['-xzf', tarball, '-C', folder.path]);
  const root = join(folder.path, 'package');
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(join(MODULES, 'zod'), join(root, 'node_modules/zod'));
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, [join(root, 'entry/coffer.js'), ...args], { encoding: 'utf8' });
  const names = readdirSync(join(root, 'src/commands'), { encoding: 'utf8' });
  expect(names.length).toBeGreaterThan(8);
  expect(run('--help')).toContain('Usage: coffer COMMAND');
  for (const name of ['get', 'put', 'sync', 'share', 'admin', 'sign-in'])
    expect(run(name, '--help')).toContain(`Usage: coffer ${name} `);
});
