// What `npm pack` packs: JavaScript and declarations, made by tsc from the sources of this package and of the kit that it stands on, so that
// the package names no other package of this repository.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const repository = resolve(root, '..', '..');
const dist = join(root, 'dist');
const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');

rmSync(dist, { recursive: true, force: true });
for (const config of ['store.json', 'kit.json']) {
  execFileSync(process.execPath, [tsc, '-p', join(import.meta.dirname, config)], { stdio: 'inherit' });
}
const kit = join(dist, 'kit', 'src', 'index.js');
for (const name of globSync('**/*.{js,d.ts}', { cwd: dist })) {
  const path = join(dist, name);
  const way = relative(dirname(path), kit).replaceAll('\\', '/');
  const text = readFileSync(path, 'utf8')
    .replaceAll(/(from |import\()'@coffer\/kit'/g, `$1'${way.startsWith('.') ? way : `./${way}`}'`)
    // tsc rewrites the endings of imports in JavaScript alone.
    .replaceAll(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'");
  if (text.includes('@coffer/')) throw new Error(`${name} names a package of this repository`);
  writeFileSync(path, text);
}
copyFileSync(join(repository, 'LICENSE'), join(dist, 'LICENSE'));
