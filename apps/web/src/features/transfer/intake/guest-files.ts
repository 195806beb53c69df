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

interface Opened {
  readonly key: string;
  readonly sending: Promise<GuestSending>;
}

/** By folder. A page that is shown again finds the engine that is still sending. */
const opened = new Map<string, Opened>();

export async function open(handIn: HandInKey & { readonly folderId: string }): Promise<GuestSending> {
  const { key, folderId } = handIn;
  const before = opened.get(folderId);
  if (before?.key === key) return await before.sending;
  const sending = create(handIn, before);
  opened.set(folderId, { key, sending });
  const [created] = await Promise.allSettled([sending]);
  if (created.status === 'fulfilled') return created.value;
  opened.delete(folderId);
  throw created.reason;
}

/** Two engines must not run with one journal, so the engine of an earlier key is closed. */
async function create(
  handIn: HandInKey & { readonly folderId: string },
  before: Opened | undefined,
): Promise<GuestSending> {
  const { createGuestEngine } = await import('../engine/page-engine.ts');
  const [earlier] = await Promise.allSettled([before?.sending]);
  if (earlier.status === 'fulfilled') earlier.value?.close();
  const created = createGuestEngine(guestUploadCalls(handIn), handIn.folderId);
  const end = (): void => {
    opened.delete(handIn.folderId);
    created.end();
  };
  return { ...created, end };
}
