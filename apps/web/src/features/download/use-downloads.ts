import { useEffect, useRef } from 'react';
import { announce } from '../../ui/live-regions.ts';
import type { Download } from './engine.ts';
import { text } from './texts.ts';

type Stage = 'started' | 'half' | 'done' | 'failed';

/** Says start, half, end and failure of each, once. */
export function useDownloadAnnouncements(all: readonly Download[]): void {
  const told = useRef(new Map<string, Stage>());
  useEffect(() => {
    for (const download of all) {
      const stage = stageOf(download);
      if (stage === undefined || told.current.get(download.id) === stage) continue;
      told.current.set(download.id, stage);
      const { name } = download;
      announce(text(`download.announce.${stage}`, { name }), stage === 'failed' ? 'assertive' : 'polite');
    }
  }, [all]);
}

function stageOf({ phase, sizeBytes, doneBytes }: Download): Stage | undefined {
  if (phase === 'stopped') return undefined;
  if (phase === 'done' || phase === 'failed') return phase;
  return phase === 'running' && sizeBytes > 0 && doneBytes * 2 >= sizeBytes ? 'half' : 'started';
}
