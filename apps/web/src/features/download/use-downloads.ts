import { SECOND_MS } from '@coffer/kit';
import { useEffect, useRef } from 'react';
import { announce } from '../../ui/live-regions.ts';
import type { Download } from './engine.ts';
import { text } from './texts.ts';

type Stage = 'started' | 'half' | 'done' | 'failed';

/** Most waits are over before anybody need hear of them. */
const WAIT_TOLD_AFTER_MS = 10 * SECOND_MS;

/** Says start, half, end and failure of each once, and each wait that lasts. */
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
  useWaitAnnouncements(all);
}

/** A wait that lasts is said once; one that was over and comes back, again. */
function useWaitAnnouncements(all: readonly Download[]): void {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const told = timers.current;
    const waiting = all.filter(({ waitingFor }) => waitingFor !== undefined);
    for (const [id, timer] of told) {
      if (waiting.some((download) => download.id === id)) continue;
      clearTimeout(timer);
      told.delete(id);
    }
    for (const { id, name, waitingFor } of waiting) {
      const words =
        waitingFor === 'person' ? text('download.waits.person') : text('download.announce.waits', { name });
      const tell = (): void => announce(words);
      if (!told.has(id)) told.set(id, setTimeout(tell, WAIT_TOLD_AFTER_MS));
    }
  }, [all]);
  useEffect(() => {
    const told = timers.current;
    return () => {
      for (const timer of told.values()) clearTimeout(timer);
      told.clear();
    };
  }, []);
}

function stageOf({ phase, sizeBytes, doneBytes }: Download): Stage | undefined {
  if (phase === 'stopped') return undefined;
  if (phase === 'done' || phase === 'failed') return phase;
  return phase === 'running' && sizeBytes > 0 && doneBytes * 2 >= sizeBytes ? 'half' : 'started';
}
