import type { NodeId } from '@coffer/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { inBrowserStore, type StoreName } from '../../../lib/kept/browser-store.ts';

const PLACES: StoreName = { database: 'coffer-media-places', store: 'places' };
/** Shorter media restart from the beginning. */
const DURATION_MIN_SECONDS = 60;
const BEGINNING_SECONDS = 10;
const END_SECONDS = 15;
const EVERY_MS = 5_000;

interface PlaceMemory {
  /** Where this one was left last time, once it was gone to. */
  readonly restored: number | undefined;
  readonly restore: (media: HTMLMediaElement) => void;
  readonly keep: (media: HTMLMediaElement) => void;
  readonly forget: () => void;
}

/** The playback position of a film, in this browser only. */
export function usePlace(nodeId: NodeId, media: RefObject<HTMLMediaElement | null>): PlaceMemory {
  const [restored, setRestored] = useState<number>();
  const keptAt = useRef(0);
  useEffect(() => {
    const element = media.current;
    return () => {
      if (element !== null) void write(nodeId, element);
    };
  }, [nodeId, media]);
  return {
    restored,
    restore: (element) => {
      void (async () => {
        const seconds = await read(nodeId);
        if (seconds === undefined || element.currentTime > 1 || !isWorthKeeping(seconds, element.duration))
          return;
        element.currentTime = seconds;
        setRestored(seconds);
      })();
    },
    keep: (element) => {
      const now = performance.now();
      if (element.paused || now - keptAt.current < EVERY_MS) return;
      keptAt.current = now;
      void write(nodeId, element);
    },
    forget: () => {
      setRestored(undefined);
      void remove(nodeId);
    },
  };
}

function isWorthKeeping(seconds: number, duration: number): boolean {
  return (
    Number.isFinite(duration) &&
    duration >= DURATION_MIN_SECONDS &&
    seconds >= BEGINNING_SECONDS &&
    seconds <= duration - END_SECONDS
  );
}

/** Blocked storage remembers nothing. */
async function read(nodeId: NodeId): Promise<number | undefined> {
  const [found] = await Promise.allSettled([
    inBrowserStore<unknown>(PLACES, 'readonly', (store) => store.get(nodeId)),
  ]);
  return found.status === 'fulfilled' && typeof found.value === 'number' ? found.value : undefined;
}

async function write(nodeId: NodeId, { currentTime, duration }: HTMLMediaElement): Promise<void> {
  if (!isWorthKeeping(currentTime, duration)) return;
  await Promise.allSettled([inBrowserStore(PLACES, 'readwrite', (store) => store.put(currentTime, nodeId))]);
}

async function remove(nodeId: NodeId): Promise<void> {
  await Promise.allSettled([inBrowserStore(PLACES, 'readwrite', (store) => store.delete(nodeId))]);
}
