import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';

/** Mounting needs root on Linux. */
export const CAN_MOUNT = process.platform === 'linux' && process.getuid?.() === 0;

export interface SmallDisk extends AsyncDisposable {
  readonly path: string;
  freeBytes(): number;
  fillUpTo(leftBytes: number): void;
  clear(): void;
}

export function mountSmallDisk(sizeBytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'coffer-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes},mode=0755`, 'coffer-disk', path]);
  chmodSync(path, 0o755);
  const filler = join(path, 'filler');
  const block = Buffer.alloc(MIB, 7);
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fillUpTo: (leftBytes) => {
      while (freeBytes() > leftBytes + MIB) writeFileSync(filler, block, { flag: 'a' });
      while (freeBytes() > leftBytes) writeFileSync(filler, block.subarray(0, 4096), { flag: 'a' });
    },
    clear: () => rmSync(filler, { force: true }),
    [Symbol.asyncDispose]: async () => {
      execFileSync('umount', [path]);
      rmSync(path, { recursive: true, force: true });
      await Promise.resolve();
    },
  };
}
