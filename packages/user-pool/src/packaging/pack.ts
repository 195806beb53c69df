// Builds the npm package. Types are stripped from each file separately, without bundling.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { stripTypes } from '../../../../scripts/packaging/strip-types.ts';

const HERE = resolve(import.meta.dirname, '../..');
const SHARED = ['kit', 'sigv4', 'srp'];
const NOT_SHIPPED = /(\.test\.ts|\.contract\.ts|\.world\.ts|\.d\.ts)$|^(testing|packaging)\//;

const manifestSchema = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

export function pack(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  const target = join(folder, 'package');
  const rest = { target, shared: SHARED, isShipped };
  stripTypes({ from: join(HERE, 'src'), to: join(target, 'src'), ...rest });
  for (const name of SHARED)
    stripTypes({ from: resolve(HERE, '..', name, 'src'), to: join(target, name), ...rest });
  for (const file of globSync('**/*.{js,css,svg}', { cwd: join(HERE, 'src') }))
    copyFileSync(join(HERE, 'src', file), join(target, 'src', file));
  copyFileSync(join(HERE, 'README.md'), join(target, 'README.md'));
  const { version, dependencies } = manifestSchema.parse(
    JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')),
  );
  const others = Object.entries(dependencies).filter(([name]) => !name.startsWith('@coffer/'));
  const manifest = {
    name: '@coffer/user-pool',
    version,
    type: 'module',
    license: 'Apache-2.0',
    engines: { node: '>=24' },
    exports: { '.': './src/index.js', './bin': './src/bin.js' },
    bin: { 'coffer-user-pool': './src/command.js' },
    dependencies: Object.fromEntries(others),
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const options = { cwd: target, encoding: 'utf8' } as const;
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim();
  return join(folder, name);
}

function isShipped(file: string): boolean {
  return !NOT_SHIPPED.test(file);
}

if (import.meta.main) process.stdout.write(`${pack(resolve(process.argv[2] ?? join(HERE, 'dist')))}\n`);
