import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

/** A data folder of another account. Files that we write there would be closed to it. */
export interface OtherOwner {
  readonly owner: number;
  readonly own: number;
}

/** Compares with the owner of `secrets.json`: the folder itself may be a volume that belongs to its host. */
export async function otherOwner(folder: string): Promise<OtherOwner | undefined> {
  return unlessOwn(await ownerOf(join(folder, 'secrets.json')));
}

/** The same, but before there are secrets the owner of the folder counts. */
export async function otherOwnerOrHost(folder: string): Promise<OtherOwner | undefined> {
  return unlessOwn((await ownerOf(join(folder, 'secrets.json'))) ?? (await ownerOf(folder)));
}

/** `user:group` of this process, for `chown`. Undefined for root, which needs no rights, and on Windows. */
export function ownAccount(): string | undefined {
  const own = process.getuid?.() ?? 0;
  return own === 0 ? undefined : `${own}:${process.getgid?.() ?? own}`;
}

function unlessOwn(owner: number | undefined): OtherOwner | undefined {
  const own = process.getuid?.();
  return own === undefined || owner === undefined || owner === own ? undefined : { owner, own };
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}
