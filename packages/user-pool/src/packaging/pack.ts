// Makes what npm can install elsewhere: Node.js strips the types of this repository's own files, and of none that lie in a
// `node_modules`. Each file is stripped on its own, so that what is installed reads as what is here.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';

const HERE = resolve(import.meta.dirname, '../..');
const KIT = resolve(HERE, '../kit');
const NOT_SHIPPED = /(\.test\.ts|\.contract\.ts|\.d\.ts)$|^(testing|packaging)\//;
/** Of imports and exports, static or not. */
const SPECIFIER = /((?:from|import)\s*\(?\s*)'([^']+)'/g;

const manifestSchema = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()) });

/** The path of the tarball, in `folder`, which is emptied first. */
export function pack(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  const target = join(folder, 'package');
  strip(join(HERE, 'src'), join(target, 'src'), join(target, 'kit'));
  strip(join(KIT, 'src'), join(target, 'kit'), join(target, 'kit'));
  for (const file of globSync('**/*.{js,css,svg}', { cwd: join(HERE, 'src') }))
    copyFileSync(join(HERE, 'src', file), join(target, 'src', file));
  copyFileSync(join(HERE, 'README.md'), join(target, 'README.md'));
  const { version, dependencies } = manifestSchema.parse(
    JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')),
  );
  const { '@coffer/kit': _, ...others } = dependencies;
  const manifest = {
    name: '@coffer/user-pool',
    version,
    type: 'module',
    license: 'Apache-2.0',
    engines: { node: '>=24' },
    exports: { '.': './src/index.js', './bin': './src/bin.js' },
    bin: { 'coffer-user-pool': './src/command.js' },
    dependencies: others,
  };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const options = { cwd: target, encoding: 'utf8' } as const;
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim();
  return join(folder, name);
}

function strip(from: string, to: string, kit: string): void {
  for (const file of globSync('**/*.ts', { cwd: from }).filter((each) => !NOT_SHIPPED.test(each))) {
    const path = join(to, file.replace(/\.ts$/, '.js'));
    const plain = stripTypeScriptTypes(readFileSync(join(from, file), 'utf8'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      plain.replaceAll(SPECIFIER, (_all, before: string, name: string) => {
        const shipped = name === '@coffer/kit' ? relative(dirname(path), join(kit, 'index.js')) : name;
        return `${before}'${shipped.replace(/^(\.\.?\/.*)\.ts$/, '$1.js')}'`;
      }),
    );
  }
}

if (import.meta.main) process.stdout.write(`${pack(resolve(process.argv[2] ?? join(HERE, 'dist')))}\n`);
