import { handlesOf } from '../../../lib/drop-handles.ts';
import type { DroppedFiles } from '../../../lib/held-drop.ts';
import type { ChosenFiles, GuestTransfers } from './guest-transfers.ts';

type Load = () => Promise<GuestTransfers>;

export async function readFiles(load: Load, files: readonly File[]): Promise<ChosenFiles> {
  return { entries: await (await load()).readFiles(files), roots: [] };
}

/** Must be called within the event, because the browser clears the items afterwards. */
export async function readDrop(load: Load, data: DroppedFiles): Promise<ChosenFiles> {
  const items = Array.from(data.items).filter((item) => item.kind === 'file');
  const dropped = items.map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const handles = handlesOf(items);
  const transfers = await load();
  const [entries, roots] = await Promise.all([transfers.readDrop(dropped), handles]);
  return { entries, roots };
}
