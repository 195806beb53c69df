// Builds the content of the npm package with tsc, including the packages of this repository that it uses, so that it
// depends on none of them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const repository = resolve(root, '..', '..');
const dist = join(root, 'dist');
const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');

rmSync(dist, { recursive: true, force: true });
for (const config of ['store.json', 'shared.json']) {
  execFileSync(process.execPath, [tsc, '-p', join(import.meta.dirname, config)], { stdio: 'inherit' });
}
for (const name of globSync('**/*.{js,d.ts}', { cwd: dist })) {
  const path = join(dist, name);
  const text = readFileSync(path, 'utf8')
    .replaceAll(
      /(from |import\()'@coffer\/(kit|sigv4)'/g,
      (_all, before: string, shared: string) => `${before}'${relativePath(shared, path)}'`,
    )
    .replaceAll(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'");
  if (text.includes('@coffer/')) throw new Error(`${name} names a package of this repository`);
  writeFileSync(path, text);
}

function relativePath(shared: string, from: string): string {
  const path = relative(dirname(from), join(dist, shared, 'src', 'index.js')).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
