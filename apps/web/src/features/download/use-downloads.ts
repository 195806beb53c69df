import { SECOND_MS } from '@coffer/kit';
import { useEffect, useRef } from 'react';
import { announce } from '../../ui/feedback/live-regions.ts';
import type { Download } from './engine.ts';
import { text } from './texts.ts';

type Stage = 'started' | 'half' | 'done' | 'failed';

/** Shorter waits are not announced. */
const WAIT_ANNOUNCED_AFTER_MS = 10 * SECOND_MS;

export function useDownloadAnnouncements(all: readonly Download[]): void {
  const announced = useRef(new Map<string, Stage>());
  useEffect(() => {
    for (const download of all) {
      const stage = stageOf(download);
      if (stage === undefined || announced.current.get(download.id) === stage) continue;
      announced.current.set(download.id, stage);
      const { name } = download;
      announce(text(`download.announce.${stage}`, { name }), stage === 'failed' ? 'assertive' : 'polite');
    }
  }, [all]);
  useWaitAnnouncements(all);
}

function useWaitAnnouncements(all: readonly Download[]): void {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const announced = timers.current;
    const waiting = all.filter(({ waitingFor }) => waitingFor !== undefined);
    for (const [id, timer] of announced) {
      if (waiting.some((download) => download.id === id)) continue;
      clearTimeout(timer);
      announced.delete(id);
    }
    for (const { id, name, waitingFor } of waiting) {
      const message =
        waitingFor === 'sign_in' ? text('download.waits.sign_in') : text('download.announce.waits', { name });
      const announceWait = (): void => announce(message);
      if (!announced.has(id)) announced.set(id, setTimeout(announceWait, WAIT_ANNOUNCED_AFTER_MS));
    }
  }, [all]);
  useEffect(() => {
    const announced = timers.current;
    return () => {
      for (const timer of announced.values()) clearTimeout(timer);
      announced.clear();
    };
  }, []);
}

function stageOf({ phase, sizeBytes, doneBytes }: Download): Stage | undefined {
  if (phase === 'stopped') return undefined;
  if (phase === 'done' || phase === 'failed') return phase;
  return phase !== 'counting' && sizeBytes > 0 && doneBytes * 2 >= sizeBytes ? 'half' : 'started';
}
