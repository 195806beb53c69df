import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@coffer/kit';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { EmbeddedPostgresError } from './errors.ts';
import { hasCode, runTool } from './run-tool.ts';
import { accessFiles } from './settings.ts';

export interface Cluster {
  /** Also contains unfinished attempts. */
  readonly folder: string;
  readonly databases: readonly string[];
  readonly allowDataLoss: boolean;
}

const UNFINISHED = 'unfinished-';

/**
 * [Note: Data below a closed folder] As root, the server runs as another account, which often cannot enter the parents
 * of the data folder. The kernel enters the working directory before it changes the account, and /proc/self/cwd needs
 * no access to the parents.
 */
export function dataArgument(data: string, account: Account): string {
  return account.switchTo !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/** Creates the cluster if it is missing and returns its folder. A crash leaves either no cluster or a complete one. */
export async function openCluster(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
): Promise<Result<string, EmbeddedPostgresError>> {
  const data = join(cluster.folder, 'data');
  await mkdir(cluster.folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(cluster.folder);
  const dataMajor = await majorOf(data);
  if (dataMajor === undefined) {
    const made = await createCluster(cluster, binaries, account);
    if (!made.ok) return made;
  } else if (dataMajor !== binaries.major) {
    const code = dataMajor > binaries.major ? 'data_newer' : 'data_other_major';
    return err({ code, dataMajor, serverMajor: binaries.major });
  }
  await giveTo(data, account);
  await writeAccessFiles(data, cluster.databases, account);
  return ok(data);
}

async function majorOf(data: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(data, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function createCluster(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
): Promise<Result<undefined, EmbeddedPostgresError>> {
  const unfinished = await mkdtemp(join(cluster.folder, UNFINISHED));
  if (account.switchTo !== undefined) await chown(unfinished, account.switchTo.uid, account.switchTo.gid);
  const folder = dataArgument(unfinished, account);
  // Sorts by code point on every machine. The character type defines which characters are letters for trigram search.
  const characters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const builtin = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const locale = [...builtin, '--locale=C', `--lc-ctype=${characters}`];
  const sync = cluster.allowDataLoss ? ['--no-sync'] : [];
  const args = [
    '-D',
    folder,
    '-U',
    'postgres',
    '--auth=peer',
    '--encoding=UTF8',
    '--data-checksums',
    ...locale,
    ...sync,
  ];
  const init = await runTool(binaries.initdb, args, { account, cwd: unfinished });
  if (init.status !== 0) return err({ code: 'failed', reason: `initdb: ${lastLines(init.output)}` });

  const single = [
    '--single',
    '-D',
    folder,
    '-c',
    'log_min_messages=fatal',
    '-c',
    'exit_on_error=on',
    'postgres',
  ];
  const input = cluster.databases.flatMap(creation).join('');
  const created = await runTool(binaries.postgres, single, { account, cwd: unfinished, input });
  if (created.status !== 0)
    return err({ code: 'failed', reason: `first start: ${lastLines(created.output)}` });

  await rename(unfinished, join(cluster.folder, 'data'));
  await syncFolder(cluster.folder);
  return ok(undefined);
}

/** Single-user mode ends a statement at the end of the line. The names were validated before. */
function creation(database: string): readonly string[] {
  return [
    `create role "${database}" login\n`,
    `create database "${database}" owner "${database}" template template0\n`,
    `revoke all on database "${database}" from public\n`,
  ];
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Changes the owner of the data to the server's account. A restore or a change of the account leaves another owner. */
async function giveTo(data: string, account: Account): Promise<void> {
  if (account.switchTo === undefined) return;
  const { uid, gid } = account.switchTo;
  if ((await lstat(data)).uid === uid) return;
  await runTool('chown', ['-R', '-h', `${uid}:${gid}`, data]);
}

async function writeAccessFiles(data: string, databases: readonly string[], account: Account): Promise<void> {
  for (const [name, text] of Object.entries(accessFiles(databases, account.clientName))) {
    const path = join(data, name);
    await rm(path, { force: true });
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    if (account.switchTo !== undefined) await chown(path, account.switchTo.uid, account.switchTo.gid);
  }
}

/**
 * Waits for a server whose parent died, and removes the lock file of a dead one. PostgreSQL checks only the process id,
 * so a reused id (usual in containers) would block the start after a crash.
 */
export async function clearStaleMark(
  data: string,
  waitMs: number,
): Promise<Result<undefined, EmbeddedPostgresError>> {
  const mark = join(data, 'postmaster.pid');
  const deadline = Date.now() + waitMs;
  for (;;) {
    const pid = await pidIn(mark);
    if (pid === undefined) return ok(undefined);
    if (!(await isServerOf(data, pid))) {
      await rm(mark, { force: true });
      return ok(undefined);
    }
    if (Date.now() >= deadline) return err({ code: 'locked', pid });
    await sleep(50);
  }
}

async function pidIn(mark: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(mark, 'utf8'), 10);
    // A power failure can leave an empty lock file.
    return Number.isSafeInteger(pid) && Math.abs(pid) > 1 ? Math.abs(pid) : 0;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * A live server has the data folder as its working folder. Falls back to the process name if the system does not report
 * the folder.
 */
async function isServerOf(data: string, pid: number): Promise<boolean> {
  if (pid === 0) return false;
  if (process.platform === 'linux') {
    try {
      const [cwd, own] = [await stat(`/proc/${pid}/cwd`), await stat(data)];
      await readlink(`/proc/${pid}/cwd`);
      return cwd.ino === own.ino && cwd.dev === own.dev;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ESRCH')) return false;
      if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    }
  }
  const found = await runTool('ps', ['-p', String(pid), '-o', 'comm=']);
  return found.status === 0 && /postgres/.test(found.output);
}

function lastLines(output: string): string {
  return output.split('\n').slice(-4).join(' ').slice(0, 800);
}
