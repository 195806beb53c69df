import type { NodeId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { callOrThrow } from '../../../api/calls/client.ts';
import { sendPoster } from '../../../api/thumbnails/posters.ts';
import { captureFrame } from '../../../lib/films/capture-frame.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';

const LIMIT_MS = 30 * SECOND_MS;

/** One film at a time, so that uploads stay quick. */
let last: Promise<unknown> = Promise.resolve();

/** The file is at hand, so nothing is fetched to make the picture of a film. */
export function givePoster(nodeId: NodeId, openFile: () => Promise<File | undefined>): void {
  // A film that cannot be played here gets its frame from a browser that can.
  last = last.then(async () => await Promise.allSettled([give(nodeId, openFile)]));
}

async function give(nodeId: NodeId, openFile: () => Promise<File | undefined>): Promise<void> {
  if (prefersLessData()) return;
  const file = await openFile();
  if (file === undefined) return;
  const url = URL.createObjectURL(file);
  try {
    const frame = await captureFrame(url, AbortSignal.timeout(LIMIT_MS));
    if (frame === undefined) return;
    const { versionId, sizeBytes } = await callOrThrow('getNode', { params: { nodeId } });
    // The film may have been replaced.
    if (versionId !== null && sizeBytes === file.size) await sendPoster(nodeId, versionId, frame);
  } finally {
    URL.revokeObjectURL(url);
  }
}
