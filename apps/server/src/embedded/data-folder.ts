import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { err, GIB, MIB, ok, parseJson, type Result } from '@coffer/kit';
import { z } from 'zod';
import { writeAtomically } from './atomic-file.ts';
import { dropReserve } from './disk-reserve.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { otherOwner } from './owner.ts';
import { createSecrets, readSecrets, type Secrets } from './secrets.ts';
import type { StartError } from './start-errors.ts';
import { hasCode } from './system-error.ts';

export type { Secrets } from './secrets.ts';

/** The data of an embedded installation, locked for this process. */
export interface DataFolder {
  readonly path: string;
  readonly databaseFolder: string;
  readonly storeFolder: string;
  readonly secrets: Secrets;
  readonly isNew: boolean;
  /** True below 2 GiB. */
  readonly isDiskNearlyFull: boolean;
  readonly freeBytes: number;
  /** Releases the lock. */
  close(): void;
}

/** Version of the folder layout. Raise it when an older Coffer would damage the data. */
export const DATA_FORMAT = 1;

const FREE_BYTES_MIN = 256 * MIB;
/** Enough to start an existing database, so that files can be deleted. */
const FREE_BYTES_EXISTING_MIN = 8 * MIB;
const FREE_BYTES_WARNING = 2 * GIB;
const Format = z.object({ format: z.int().positive() });
const PARTS: readonly string[] = ['database', 'store'];
/** Names that an unused folder may contain: those of a mount point, and the rest of an interrupted first start. */
const HARMLESS = new Set([
  'lost+found',
  'lock',
  'secrets.json',
  'secrets.json.unfinished',
  'format.json.unfinished',
]);

/**
 * Opens the data folder or creates it. Changes data only under the lock; those of a newer version stay untouched.
 */
export async function openDataFolder(folder: string): Promise<Result<DataFolder, StartError>> {
  const path = resolve(folder);
  try {
    return await open(path);
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
      return err({ code: 'disk_full', folder: path, freeBytes: 0, neededBytes: FREE_BYTES_MIN });
    }
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'ENOENT')) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      return err({ code: 'data_not_writable', folder: path, reason });
    }
    throw error;
  }
}

async function open(path: string): Promise<Result<DataFolder, StartError>> {
  await makeFolder(path);
  const format = await checkFormat(path);
  if (!format.ok) return format;
  const other = await otherOwner(path);
  if (other !== undefined) return err({ code: 'data_of_other_account', folder: path, ...other });
  const { isNew } = format.value;
  const lock = takeInstanceLock(join(path, 'lock'));
  if (!lock.ok) {
    switch (lock.error.code) {
      case 'held':
        return err({ code: 'data_locked', folder: path });
      case 'full':
        return err({
          code: 'disk_full',
          folder: path,
          freeBytes: await freeBytesAt(path),
          neededBytes: neededBytes(isNew),
        });
      case 'unusable':
        return err({ code: 'data_not_writable', folder: path, reason: lock.error.reason });
    }
  }
  const close = (): void => lock.value.release();
  try {
    const freeBytes = await makeRoom(path, isNew);
    const filled =
      freeBytes < neededBytes(isNew)
        ? err({ code: 'disk_full', folder: path, freeBytes, neededBytes: neededBytes(isNew) } as const)
        : await fill(path);
    if (!filled.ok) {
      close();
      return filled;
    }
    return ok({
      path,
      databaseFolder: join(path, 'database'),
      storeFolder: join(path, 'store'),
      ...filled.value,
      isDiskNearlyFull: freeBytes < FREE_BYTES_WARNING,
      freeBytes,
      close,
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** Node.js's own recursion never ends on a file system that always answers ENOENT, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT') || (await exists(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path, { mode: 0o700 });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function neededBytes(isNew: boolean): number {
  return isNew ? FREE_BYTES_MIN : FREE_BYTES_EXISTING_MIN;
}

/** Runs under the lock: the reserve belongs to the process that has it. Returns the free bytes. */
async function makeRoom(path: string, isNew: boolean): Promise<number> {
  if (!isNew && (await freeBytesAt(path)) < FREE_BYTES_MIN) await dropReserve(path);
  return await freeBytesAt(path);
}

/** Runs under the lock. `format.json` is written last and marks the folder as complete. */
async function fill(
  path: string,
): Promise<Result<{ readonly secrets: Secrets; readonly isNew: boolean }, StartError>> {
  const format = await checkFormat(path);
  if (!format.ok) return format;
  const file = join(path, 'secrets.json');
  const secrets = await readSecrets(file);
  if (secrets === 'damaged' || (secrets === 'missing' && !format.value.isNew)) {
    return err({ code: 'data_damaged', folder: path, file: 'secrets.json' });
  }
  if (secrets === 'missing' && (await holdsData(path))) {
    return err({ code: 'data_damaged', folder: path, file: 'secrets.json' });
  }
  if (format.value.isNew && (await holdsData(path))) {
    return err({ code: 'data_damaged', folder: path, file: 'format.json' });
  }
  if (!(await closeToOthers(path))) return err({ code: 'data_not_private', folder: path });
  const made = secrets === 'missing' ? await createSecrets(file) : secrets;
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
  for (const part of PARTS) {
    await mkdir(join(path, part), { recursive: true, mode: 0o700 });
    await closeToOthers(join(path, part));
  }
  if (format.value.isNew)
    await writeAtomically(join(path, 'format.json'), `${JSON.stringify({ format: DATA_FORMAT })}\n`);
  return ok({ secrets: made, isNew: format.value.isNew });
}

/** Sets mode 0700. False when another account owns the folder and everyone may write to it. */
async function closeToOthers(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o077) === 0) return true;
  try {
    await chmod(folder, 0o700);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'EROFS')) throw error;
    // A volume that its host opens to our group is as private as that group.
    return (mode & 0o002) === 0;
  }
}

/** True when a database or store has data, for example after an incomplete restore. */
async function holdsData(path: string): Promise<boolean> {
  for (const name of PARTS) {
    const folder = join(path, name);
    if ((await exists(folder)) && (await readdir(folder)).length > 0) return true;
  }
  return false;
}

/** True when the folder is missing or not yet a data folder. Changes nothing. */
export async function isUnused(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return true;
  try {
    const names = await readdir(folder);
    return !names.includes('format.json') && names.every((name) => name === 'lost+found');
  } catch (error) {
    if (hasCode(error, 'EACCES')) return false;
    throw error;
  }
}

async function checkFormat(path: string): Promise<Result<{ readonly isNew: boolean }, StartError>> {
  let text: string;
  try {
    text = await readFile(join(path, 'format.json'), 'utf8');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const found = (await readdir(path)).find((name) => !HARMLESS.has(name) && !PARTS.includes(name));
    return found === undefined ? ok({ isNew: true }) : err({ code: 'data_foreign', folder: path, found });
  }
  const parsed = Format.safeParse(parseJson(text));
  if (!parsed.success) return err({ code: 'data_damaged', folder: path, file: 'format.json' });
  const found = parsed.data.format;
  if (found > DATA_FORMAT) return err({ code: 'data_newer', folder: path, found, known: DATA_FORMAT });
  return ok({ isNew: false });
}

/** Free bytes for accounts other than root. */
async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
