import type { NodeId, VersionId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { useEffect } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { sendPoster } from '../../../api/thumbnails/posters.ts';
import { askForThumbnails } from '../../../api/thumbnails/thumbnails.ts';
import { captureFrame } from '../../../lib/films/capture-frame.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';
import { sleep } from '../../../lib/waiting.ts';

interface Video {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
  readonly url: string;
}

/** Pause that gives loading the video itself priority. */
const PAUSE_MS = 2 * SECOND_MS;
const LIMIT_MS = 30 * SECOND_MS;

/** Creates the poster of a video that has none, if the person may change the video. */
export function usePoster({ nodeId, versionId, url }: Video, isVideo: boolean): void {
  const { mayChange } = useSpaceRights();
  const isEnabled = isVideo && mayChange && !prefersLessData();
  useEffect(() => {
    if (!isEnabled) return;
    const abort = new AbortController();
    const { signal } = abort;
    const createPoster = async (): Promise<void> => {
      await sleep(PAUSE_MS, signal);
      const [item] = (await askForThumbnails([{ nodeId, versionId }])) ?? [];
      if (item?.state !== 'none' || signal.aborted) return;
      const frame = await captureFrame(url, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
      if (frame !== undefined && !signal.aborted) await sendPoster(nodeId, versionId, frame);
    };
    // A video without a decodable frame keeps the icon of its kind.
    void Promise.allSettled([createPoster()]);
    return () => abort.abort();
  }, [isEnabled, nodeId, versionId, url]);
}
