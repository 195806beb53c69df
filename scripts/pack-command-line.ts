// Builds the npm package of the command line, for machines without this repository. Prints its path.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { stripTypes } from './packaging/strip-types.ts';

const PACKAGES = resolve(import.meta.dirname, '..', 'packages');
const HERE = join(PACKAGES, 'cli');
const SHARED = ['contracts', 'kit'];

const Manifest = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

export function packCommandLine(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  const target = join(folder, 'package');
  const rest = { target, shared: SHARED, isShipped };
  stripTypes({ from: join(HERE, 'src'), to: join(target, 'src'), ...rest });
  for (const name of SHARED)
    stripTypes({ from: join(PACKAGES, name, 'src'), to: join(target, name), ...rest });
  mkdirSync(join(target, 'entry'));
  copyFileSync(join(HERE, 'entry/coffer.js'), join(target, 'entry/coffer.js'));
  copyFileSync(resolve(PACKAGES, '../LICENSE'), join(target, 'LICENSE'));
  const { version, dependencies } = Manifest.parse(
    JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')),
  );
  const manifest = {
    name: '@coffer/cli',
    version,
    type: 'module',
    license: 'Apache-2.0',
    engines: { node: '>=24' },
    bin: { coffer: './entry/coffer.js' },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !name.startsWith('@coffer/')),
    ),
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = ['pack', '--silent', '--pack-destination', folder];
  return join(folder, execFileSync('npm', args, { cwd: target, encoding: 'utf8' }).trim());
}

function isShipped(file: string): boolean {
  return !/(\.test|\.world|\.d)\.ts$/.test(file);
}

if (import.meta.main) {
  console.log(packCommandLine(resolve(process.argv[2] ?? join(HERE, 'dist'))));
}
