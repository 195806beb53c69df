import type { NodeId } from '@coffer/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { inBrowserStore, type StoreName } from '../../../lib/kept/browser-store.ts';

const PLACES: StoreName = { database: 'coffer-media-places', store: 'places' };
/** Shorter media always start from the beginning. */
const DURATION_MIN_SECONDS = 60;
const BEGINNING_SECONDS = 10;
const END_SECONDS = 15;
const EVERY_MS = 5_000;

interface SavedPosition {
  /** The restored position in seconds. Undefined if none was restored. */
  readonly restored: number | undefined;
  readonly restore: (media: HTMLMediaElement) => void;
  readonly save: (media: HTMLMediaElement) => void;
  readonly forget: () => void;
}

/** Stores the playback position of media in this browser. */
export function usePlaybackPosition(
  nodeId: NodeId,
  media: RefObject<HTMLMediaElement | null>,
): SavedPosition {
  const [restored, setRestored] = useState<number>();
  const savedAt = useRef(0);
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
        if (seconds === undefined || element.currentTime > 1 || !isWorthSaving(seconds, element.duration))
          return;
        element.currentTime = seconds;
        setRestored(seconds);
      })();
    },
    save: (element) => {
      const now = performance.now();
      if (element.paused || now - savedAt.current < EVERY_MS) return;
      savedAt.current = now;
      void write(nodeId, element);
    },
    forget: () => {
      setRestored(undefined);
      void remove(nodeId);
    },
  };
}

function isWorthSaving(seconds: number, duration: number): boolean {
  return (
    Number.isFinite(duration) &&
    duration >= DURATION_MIN_SECONDS &&
    seconds >= BEGINNING_SECONDS &&
    seconds <= duration - END_SECONDS
  );
}

/** Undefined if no position is stored, or storage is blocked. */
async function read(nodeId: NodeId): Promise<number | undefined> {
  const [found] = await Promise.allSettled([
    inBrowserStore<unknown>(PLACES, 'readonly', (store) => store.get(nodeId)),
  ]);
  return found.status === 'fulfilled' && typeof found.value === 'number' ? found.value : undefined;
}

async function write(nodeId: NodeId, { currentTime, duration }: HTMLMediaElement): Promise<void> {
  if (!isWorthSaving(currentTime, duration)) return;
  await Promise.allSettled([inBrowserStore(PLACES, 'readwrite', (store) => store.put(currentTime, nodeId))]);
}

async function remove(nodeId: NodeId): Promise<void> {
  await Promise.allSettled([inBrowserStore(PLACES, 'readwrite', (store) => store.delete(nodeId))]);
}
