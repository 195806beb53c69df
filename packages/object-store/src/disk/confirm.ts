import { open } from 'node:fs/promises';
import { allOrFirstError, type Durable, errorCode, mapNoSpace, NoSpace } from './durable.ts';
import type { PackHead } from './pack-file.ts';

/** A pack that objects have left since the keys were written down. */
export interface LeftPack {
  readonly file: string;
  readonly head: PackHead;
}

/** What the start read and nobody may have made durable. */
export interface Unconfirmed {
  readonly folders: ReadonlySet<string>;
  readonly packs: readonly LeftPack[];
}

/** They share commits of the file system's journal. */
const AT_ONCE = 16;
const MAY_NOT_WRITE: readonly string[] = ['EROFS', 'EACCES', 'EPERM'];

/**
 * [Note: Read is not durable] A process that dies between a change and its sync leaves the change in the memory of the system: the next one reads it,
 * tells it to clients, and removes what it replaced, and a power cut would take it back. So it is made durable before anything is served.
 * Records and blobs are synced before they are named, so names and the bytes of packs are all there is. Those are written again, because a
 * sync that failed leaves them in memory as if it had not.
 *
 * False where a full disk, or one that may only be read from, did not let it be: what is there is served as it is, and the next start is to try again.
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
      // Anything else is a disk that fails.
      if (!(error instanceof NoSpace) && !MAY_NOT_WRITE.includes(errorCode(error) ?? '')) throw error;
      isConfirmed = false;
      onNotConfirmed(error);
    }
  };
  const tasks = [
    ...[...folders].map((folder) => () => durable.syncFolder(folder)),
    ...packs.map((pack) => () => writeAgain(durable, pack)),
  ];
  for (let first = 0; first < tasks.length; first += AT_ONCE)
    await allOrFirstError(tasks.slice(first, first + AT_ONCE).map(attempt));
  return isConfirmed;
}

async function writeAgain(durable: Durable, { file, head }: LeftPack): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    // Nothing is changed, so a disk that is full at the sync is no failure of it.
    await mapNoSpace(handle.write(head.states, 0, head.states.length, head.statesAt));
    await durable.syncFile(handle);
  } finally {
    await handle.close();
  }
}
