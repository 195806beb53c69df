import type { UploadEntry } from '../model/transfer-engine.ts';
import type { FileScan } from './file-scan.ts';

const DRAW_AFTER_MS = 50;

/** The first access to a chosen file waits for the disk, so this lets the page render in between. */
export async function entriesOfFiles(
  files: readonly File[],
  scan: FileScan,
): Promise<readonly UploadEntry[]> {
  let since = performance.now();
  const entries: UploadEntry[] = [];
  for (const file of files) {
    // `webkitRelativePath` is set for files of a chosen folder.
    const path = (file.webkitRelativePath || file.name).split('/');
    if (file.size >= 0) entries.push({ kind: 'file', path, file });
    if (performance.now() - since < DRAW_AFTER_MS) continue;
    if (!scan.report(entries.length)) break;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return entries;
}
