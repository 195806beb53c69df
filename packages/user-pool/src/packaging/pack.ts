// Builds the npm package: Node.js does not strip types below `node_modules`. Each file is stripped separately, without
// bundling.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';

const HERE = resolve(import.meta.dirname, '../..');
const SHARED = ['kit', 'sigv4', 'srp'];
const NOT_SHIPPED = /(\.test\.ts|\.contract\.ts|\.world\.ts|\.d\.ts)$|^(testing|packaging)\//;
const SPECIFIER = /((?:from|import)\s*\(?\s*)'([^']+)'/g;

const manifestSchema = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

export function pack(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  const target = join(folder, 'package');
  strip(join(HERE, 'src'), join(target, 'src'), target);
  for (const name of SHARED) strip(resolve(HERE, '..', name, 'src'), join(target, name), target);
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

function strip(from: string, to: string, target: string): void {
  for (const file of globSync('**/*.ts', { cwd: from }).filter((each) => !NOT_SHIPPED.test(each))) {
    const path = join(to, file.replace(/\.ts$/, '.js'));
    const plain = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      plain.replaceAll(SPECIFIER, (_all, before: string, name: string) => {
        const shared = SHARED.find((each) => name === `@coffer/${each}`);
        const inside =
          shared === undefined ? name : relative(dirname(path), join(target, shared, 'index.js'));
        const shipped = shared === undefined || inside.startsWith('.') ? inside : `./${inside}`;
        return `${before}'${shipped.replace(/^(\.\.?\/.*)\.ts$/, '$1.js')}'`;
      }),
    );
  }
}

if (import.meta.main) process.stdout.write(`${pack(resolve(process.argv[2] ?? join(HERE, 'dist')))}\n`);
