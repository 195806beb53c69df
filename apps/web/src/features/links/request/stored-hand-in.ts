import { isLinkToken, isNodeId } from '@coffer/contracts';
import { readSaved, writeSaved } from '../../../lib/storage.ts';
import type { OwnHandIn } from './guest-transfers.ts';

const nameFor = (token: string): string => `hand-in.${token}`;

/** The hand-in or edit session that this browser began through the link. Undefined if none is stored. */
export function storedHandIn(token: string): OwnHandIn | undefined {
  const saved = readSaved(nameFor(token));
  if (typeof saved !== 'object' || saved === null || !('key' in saved) || !('folderId' in saved))
    return undefined;
  const { key, folderId } = saved;
  return isLinkToken(key) && isNodeId(folderId) ? { token, key, folderId } : undefined;
}

export function storeHandIn({ token, key, folderId }: OwnHandIn): void {
  writeSaved(nameFor(token), { key, folderId });
}

export function forgetHandIn(token: string): void {
  writeSaved(nameFor(token), null);
}
