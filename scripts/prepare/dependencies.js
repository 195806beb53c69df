import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environment } from './environment.js';
import { withLock } from './lock.js';
import { Problem, run, say, timed } from './say.js';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 */

/** @param {string} root */
export async function ensureDependencies(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const fingerprint = createHash('sha256')
    .update(`${process.platform}-${process.arch}\n${lock}`)
    .digest('hex');
  const stamp = join(root, 'node_modules', '.coffer-installed');
  const isReady = () =>
    (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) || isInstalled(root, lock);
  if (isReady()) return;
  await withLock(root, async () => {
    if (isReady()) return;
    await timed('Installing dependencies (needs the network, once)', async () => await install(root));
    writeFileSync(stamp, fingerprint);
  });
}

/**
 * Compares npm's record with the lock.
 *
 * @param {string} root
 * @param {string} lock
 */
function isInstalled(root, lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @type {Record<string, Entry>} */
  const wanted = JSON.parse(lock).packages;
  /** @type {Record<string, Entry>} */
  const found = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && isForThisMachine(entry))
    .every(([path, entry]) => found[path] !== undefined && found[path].version === entry.version);
}

/** @param {Entry} entry */
function isForThisMachine(entry) {
  if (entry.optional !== true && entry.devOptional !== true) return true;
  // npm detects the C library.
  if (entry.libc !== undefined) return false;
  // npm may omit these when only other platforms need them.
  if (entry.os === undefined && entry.cpu === undefined) return false;
  return (
    (entry.os ?? [process.platform]).includes(process.platform) &&
    (entry.cpu ?? [process.arch]).includes(process.arch)
  );
}

/** @param {string} root */
async function install(root) {
  const first = await npm(root, ['ci']);
  if (first.status === 0) return;
  if (!first.output.includes('EUSAGE')) throw failure(first.output);
  // The lock is incomplete: install what it lists, then the rest.
  say('  package-lock.json does not list every package; npm looks for the others');
  const second = await npm(root, ['install', '--no-save']);
  if (second.status !== 0) throw failure(second.output);
}

/**
 * @param {string} root
 * @param {readonly string[]} command
 */
async function npm(root, command) {
  // For security.
  const args = [
    ...command,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...cacheArguments(root),
  ];
  const { npm: program, npmNode: node } = environment;
  return program !== undefined && node !== undefined
    ? await run(node, [program, ...args], { cwd: root })
    : await run('npm', args, { cwd: root });
}

/** @param {string} output */
function failure(output) {
  const words = output.split('\n').slice(0, 15).join('\n');
  return new Problem(
    `The dependencies could not be installed. npm says:\n\n${words}\n\n` +
      'Check the network and the proxy settings of npm (npm config get proxy), then try again.',
  );
}

/**
 * Service accounts may lack a home for npm's cache.
 *
 * @param {string} root
 */
function cacheArguments(root) {
  if (environment.npmCache !== undefined && isWritable(environment.npmCache)) return [];
  if (isWritable(homedir())) return [];
  const cache = join(root, '.cache', 'npm');
  mkdirSync(cache, { recursive: true });
  return [`--cache=${cache}`];
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
