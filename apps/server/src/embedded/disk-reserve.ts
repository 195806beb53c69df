import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { hasCode } from './system-error.ts';

/** Reserved disk space, released when the disk is full so that files can still be deleted. */
export interface DiskReserve {
  /** True while new content is refused. */
  readonly isFull: boolean;
  /** Checks the disk, and releases or refills the reserve. */
  update(): Promise<void>;
  /** Releases at once, after the database reported a full disk. */
  release(): Promise<void>;
}

export interface ReserveLimits {
  readonly reserveBytes: number;
  /** The reserve is released below this free space. */
  readonly releaseBytes: number;
  /** New content is refused below this free space. */
  readonly fullBytes: number;
  /** The reserve is refilled above this free space. */
  readonly refillBytes: number;
}

export const RESERVE_LIMITS: ReserveLimits = {
  reserveBytes: 48 * MIB,
  releaseBytes: 32 * MIB,
  fullBytes: 128 * MIB,
  refillBytes: 320 * MIB,
};

const FILE = 'reserve';

export function createDiskReserve(folder: string, limits: ReserveLimits = RESERVE_LIMITS): DiskReserve {
  const path = join(folder, FILE);
  let isFull = false;
  const release = async (): Promise<void> => {
    isFull = true;
    await rm(path, { force: true });
  };
  return {
    get isFull() {
      return isFull;
    },
    release,
    update: async () => {
      const free = await freeBytesAt(folder);
      if (free < limits.releaseBytes) return await release();
      isFull = free < limits.fullBytes;
      if (free >= limits.refillBytes && (await sizeOf(path)) < limits.reserveBytes)
        await fill(path, limits.reserveBytes);
    },
  };
}

/** For a start on a full disk. */
export async function dropReserve(folder: string): Promise<void> {
  await rm(join(folder, FILE), { force: true });
}

/** Writes real bytes: a sparse file would reserve nothing. */
async function fill(path: string, bytes: number): Promise<void> {
  const block = Buffer.alloc(MIB, 1);
  const file = await open(path, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; written += block.length) await file.write(block);
  } catch (error) {
    if (!hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    await rm(path, { force: true });
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

async function freeBytesAt(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
