import type { Page } from '@playwright/test';

interface Snapshot {
  readonly strings: readonly string[];
}

export async function heapStrings(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await devtools.detach();
  const snapshot: Snapshot = JSON.parse(chunks.join(''));
  return snapshot.strings;
}
