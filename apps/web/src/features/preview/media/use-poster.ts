import type { NodeId, VersionId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { useEffect } from 'react';
import { useSpaceRights } from '../../../api/spaces/space-rights.ts';
import { sendPoster } from '../../../api/thumbnails/posters.ts';
import { askForThumbnails } from '../../../api/thumbnails/thumbnails.ts';
import { captureFrame } from '../../../lib/films/capture-frame.ts';
import { prefersLessData } from '../../../lib/prefers-less-data.ts';
import { sleep } from '../../../lib/waiting.ts';

interface Film {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
  readonly url: string;
}

/** The film itself goes first. */
const PAUSE_MS = 2 * SECOND_MS;
const LIMIT_MS = 30 * SECOND_MS;

/** The first person who opens a film and may change it sets its poster. */
export function usePoster({ nodeId, versionId, url }: Film, isFilm: boolean): void {
  const { mayChange } = useSpaceRights();
  const isMeant = isFilm && mayChange && !prefersLessData();
  useEffect(() => {
    if (!isMeant) return;
    const abort = new AbortController();
    const { signal } = abort;
    const give = async (): Promise<void> => {
      await sleep(PAUSE_MS, signal);
      const [item] = (await askForThumbnails([{ nodeId, versionId }])) ?? [];
      if (item?.state !== 'none' || signal.aborted) return;
      const frame = await captureFrame(url, AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]));
      if (frame !== undefined && !signal.aborted) await sendPoster(nodeId, versionId, frame);
    };
    // A film without a frame keeps the mark of its kind.
    void Promise.allSettled([give()]);
    return () => abort.abort();
  }, [isMeant, nodeId, versionId, url]);
}
