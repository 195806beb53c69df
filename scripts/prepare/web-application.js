import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from './lock.js';
import { lastLines, Problem, run, say, timed } from './say.js';

const SOURCES = ['apps/web', 'packages/contracts', 'packages/kit', 'packages/srp', 'package-lock.json'];

/**
 * Replaces apps/web/dist only when the new build is complete.
 *
 * @param {string} root
 * @param {string} node
 */
export async function ensureWebApplication(root, node) {
  if (!existsSync(join(root, 'apps', 'web', 'vite.config.ts'))) {
    say('The web application is not built: apps/web/vite.config.ts is missing.');
    return;
  }
  if (isBuilt(root)) return;
  await withLock(root, async () => {
    if (!isBuilt(root)) await build(root, node);
  });
}

/** @param {string} root */
function isBuilt(root) {
  const { built, stamp } = pathsOf(root);
  return (
    existsSync(join(built, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprintOf(root)
  );
}

/** @param {string} root */
function pathsOf(root) {
  const web = join(root, 'apps', 'web');
  return { web, built: join(web, 'dist'), stamp: join(root, '.cache', 'web-application') };
}

/**
 * @param {string} root
 * @param {string} node
 */
async function build(root, node) {
  const { web, built, stamp } = pathsOf(root);
  const fingerprint = fingerprintOf(root);
  const next = join(root, '.cache', 'web-application-next');
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(stamp, { force: true });
  await timed('Building the web application', async () => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--outDir', relative(web, next), '--emptyOutDir', '--logLevel', 'warn'];
    const { status, output } = await run(node, args, { cwd: web });
    if (status !== 0) throw new Problem(`The web application could not be built:\n\n${lastLines(output)}`);
  });
  rmSync(built, { recursive: true, force: true });
  renameSync(next, built);
  writeFileSync(stamp, fingerprint);
}

/** @param {string} root */
function fingerprintOf(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of filesBelow(root, source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} Relative to root.
 */
function filesBelow(root, path) {
  if (path.endsWith('.json')) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(root, below);
      return entry.isFile() ? [below] : [];
    });
}
