import { guestUploadCalls, type HandInKey } from '../../../api/links/hand-in.ts';
import type { GuestSending } from '../engine/page-engine.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';
import type { DroppedRoot } from './scan-drop.ts';

const scan = { report: () => true, end: () => undefined };

/** Reads the files that a guest chose, without sending them. */
export async function readFiles(files: readonly File[]): Promise<readonly UploadEntry[]> {
  const { entriesOfFiles } = await import('./scan-files.ts');
  return await entriesOfFiles(files, scan);
}

export async function readDrop(dropped: readonly DroppedRoot[]): Promise<readonly UploadEntry[]> {
  const { entriesOfDrop } = await import('./scan-drop.ts');
  return await entriesOfDrop(dropped, scan);
}

export async function open(handIn: HandInKey & { readonly folderId: string }): Promise<GuestSending> {
  const { createGuestEngine } = await import('../engine/page-engine.ts');
  return createGuestEngine(guestUploadCalls(handIn), handIn.folderId);
}
