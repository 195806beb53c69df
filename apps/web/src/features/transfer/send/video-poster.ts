import type { NodeId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { callOrThrow } from '../../../api/calls/client.ts';
import { sendPoster } from '../../../api/thumbnails/posters.ts';
import { captureFrame } from '../../../lib/films/capture-frame.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';

const LIMIT_MS = 30 * SECOND_MS;

/** Creates posters for one video at a time, so that uploads stay fast. */
let last: Promise<unknown> = Promise.resolve();

/** Creates the poster from the local file, which saves a download. */
export function queuePoster(nodeId: NodeId, openFile: () => Promise<File | undefined>): void {
  // If this browser cannot play the video, another browser creates the poster.
  last = last.then(async () => await Promise.allSettled([createPoster(nodeId, openFile)]));
}

async function createPoster(nodeId: NodeId, openFile: () => Promise<File | undefined>): Promise<void> {
  if (prefersLessData()) return;
  const file = await openFile();
  if (file === undefined) return;
  const url = URL.createObjectURL(file);
  try {
    const frame = await captureFrame(url, AbortSignal.timeout(LIMIT_MS));
    if (frame === undefined) return;
    const { versionId, sizeBytes } = await callOrThrow('getNode', { params: { nodeId } });
    // The file may have got a newer version meanwhile.
    if (versionId !== null && sizeBytes === file.size) await sendPoster(nodeId, versionId, frame);
  } finally {
    URL.revokeObjectURL(url);
  }
}
