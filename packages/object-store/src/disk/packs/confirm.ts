import { open } from 'node:fs/promises';
import { allOrFirstError, type Durable, errorCode, mapNoSpace, NoSpace } from '../durable/durable.ts';
import type { PackHead } from './pack-file.ts';

export interface UnconfirmedPack {
  readonly file: string;
  readonly head: PackHead;
}

export interface Unconfirmed {
  readonly folders: ReadonlySet<string>;
  readonly packs: readonly UnconfirmedPack[];
}

const AT_ONCE = 16;
const MAY_NOT_WRITE: readonly string[] = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Syncs names and pack states before the first request, because a crashed process may have left them in the
 * page cache. Pack states are rewritten, because a failed sync marks pages as clean; false on a full or
 * read-only disk.
 */
export async function confirm(
  durable: Durable,
  { folders, packs }: Unconfirmed,
  onNotConfirmed: (error: unknown) => void,
): Promise<boolean> {
  let isConfirmed = true;
  const attempt = async (task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      if (!(error instanceof NoSpace) && !MAY_NOT_WRITE.includes(errorCode(error) ?? '')) throw error;
      isConfirmed = false;
      onNotConfirmed(error);
    }
  };
  const tasks = [
    ...[...folders].map((folder) => () => durable.syncFolder(folder)),
    ...packs.map((pack) => () => rewriteStates(durable, pack)),
  ];
  for (let first = 0; first < tasks.length; first += AT_ONCE)
    await allOrFirstError(tasks.slice(first, first + AT_ONCE).map(attempt));
  return isConfirmed;
}

async function rewriteStates(durable: Durable, { file, head }: UnconfirmedPack): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    // The bytes are unchanged, so ENOSPC in the sync is not a disk failure.
    await mapNoSpace(handle.write(head.states, 0, head.states.length, head.statesAt));
    await durable.syncFile(handle);
  } finally {
    await handle.close();
  }
}
