import type { HandInKey } from '../../../api/links/hand-in.ts';
import type { GuestSending } from '../engine/guest-engine.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';
import { handlesOf } from './drop-handles.ts';

/** What a guest has chosen, not sent yet. `roots` are the handles, where the browser gave them. */
interface ChosenFiles {
  readonly entries: readonly UploadEntry[];
  readonly roots: readonly FileSystemHandle[];
}

const scan = { report: () => true, end: () => undefined };

export async function readGuestFiles(files: readonly File[]): Promise<ChosenFiles> {
  const { entriesOfFiles } = await import('./scan-files.ts');
  return { entries: await entriesOfFiles(files, scan), roots: [] };
}

/** Must be called within the event, because the browser clears the items afterwards. */
export async function readGuestDrop(data: DataTransfer): Promise<ChosenFiles> {
  const items = Array.from(data.items).filter((item) => item.kind === 'file');
  const dropped = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const handles = handlesOf(items);
  const { entriesOfDrop } = await import('./scan-drop.ts');
  const [entries, roots] = await Promise.all([entriesOfDrop(dropped, scan), handles]);
  return { entries, roots };
}

export async function openGuestEngine(
  handIn: HandInKey & { readonly folderId: string },
): Promise<GuestSending> {
  const { createGuestEngine } = await import('../engine/guest-engine.ts');
  return createGuestEngine(handIn);
}
