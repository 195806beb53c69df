import { LIMITS, type NodeId, type VersionId } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useContentCalls } from '../content-calls.ts';
import { backoffMs } from '../../../lib/retry/backoff.ts';
import { sleep, untilOnline } from '../../../lib/waiting.ts';

/** When the URL is renewed before it expires. The later times retry a failed renewal. */
const RENEW_AT_MS = [2, 1.5, 1, 0.5].map((minutes) => LIMITS.mediaUrlLifeMs - minutes * MINUTE_MS);
/** Number of attempts with a new URL. Damaged content gets only one, because a new URL cannot repair it. */
const ATTEMPTS_MAX = { damaged: 1, unplayed: 2, played: 6 };
const BACKOFF = { firstMs: SECOND_MS, maxMs: MINUTE_MS, factor: 3, jitter: 0 };
/** After this much playback, the number of attempts is reset. */
const PAST_SECONDS = 5;

interface MediaFile {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
  readonly firstUrl: string;
}

/** Media may play longer than its URL is valid. The URL is then renewed and playback continues. */
export function useMediaSource({ nodeId, versionId, firstUrl }: MediaFile) {
  const media = useRef<HTMLMediaElement>(null);
  const [url, setUrl] = useState(firstUrl);
  const [state, setState] = useState<'plays' | 'waits' | 'failed'>('plays');
  const attempts = useRef<Attempts>({ count: 0, fromSeconds: undefined });
  const position = useRef<Position>(undefined);
  const closed = useClosed();
  const calls = useContentCalls();
  // Set here, because React would set `src` before adding its listeners and could miss an early error event.
  useEffect(() => {
    media.current?.setAttribute('src', url);
  }, [url]);
  const renew = async (): Promise<boolean> => {
    const [renewed] = await Promise.allSettled([calls.renew(nodeId, versionId)]);
    if (renewed.status === 'rejected') return false;
    const element = media.current;
    if (element === null) return true;
    position.current ??= positionOf(element);
    // URLs signed within the same second are equal.
    if (renewed.value.url === element.getAttribute('src')) element.load();
    else setUrl(renewed.value.url);
    return true;
  };
  useRenewal(url, media, renew);
  const retry = async (limit: number, signal: AbortSignal): Promise<void> => {
    while (attempts.current.count < limit) {
      const waitMs = attempts.current.count === 0 ? 0 : backoffMs(BACKOFF, attempts.current.count - 1);
      attempts.current.count += 1;
      if (waitMs > 0 || !navigator.onLine) setState('waits');
      await sleep(waitMs, signal);
      await untilOnline(signal);
      if (await renew()) return;
    }
    setState('failed');
  };
  const handleError = (element: HTMLMediaElement): void => {
    position.current ??= positionOf(element);
    const isDamaged = element.error?.code === MediaError.MEDIA_ERR_DECODE;
    const playback = attempts.current.fromSeconds === undefined ? 'unplayed' : 'played';
    const limit = ATTEMPTS_MAX[isDamaged ? 'damaged' : playback];
    if (closed.current !== undefined) void Promise.allSettled([retry(limit, closed.current.signal)]);
  };
  const handleReady = (): void => {
    setState('plays');
    const element = media.current;
    if (element === null || position.current === undefined) return;
    resumeAt(element, position.current);
    position.current = undefined;
  };
  const handleProgress = ({ currentTarget: { currentTime } }: SyntheticEvent<HTMLMediaElement>): void => {
    if (position.current !== undefined) return;
    attempts.current.fromSeconds ??= currentTime;
    if (Math.abs(currentTime - attempts.current.fromSeconds) < PAST_SECONDS) return;
    attempts.current = { count: 0, fromSeconds: currentTime };
  };
  const change = (changes: Partial<Pick<HTMLMediaElement, 'playbackRate' | 'currentTime'>>): void => {
    if (media.current !== null) Object.assign(media.current, changes);
  };
  return {
    state,
    media,
    change,
    props: {
      ref: (element: HTMLMediaElement | null): void => {
        media.current = element;
      },
      onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => handleError(currentTarget),
    },
    handleReady,
    handleProgress,
  };
}

/** A controller that is aborted when the viewer is closed. */
function useClosed(): RefObject<AbortController | undefined> {
  const closed = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  return closed;
}

function useRenewal(
  url: string,
  media: RefObject<HTMLMediaElement | null>,
  renew: () => Promise<boolean>,
): void {
  const handleTime = useEffectEvent((): void => {
    // Fully buffered media needs no new URL.
    if (media.current !== null && !isBufferedToEnd(media.current)) void renew();
  });
  useEffect(() => {
    const timers = RENEW_AT_MS.map((ms) => setTimeout(handleTime, ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each URL has its own expiry
  }, [url]);
}

interface Attempts {
  count: number;
  fromSeconds: number | undefined;
}

interface Position {
  readonly seconds: number;
  readonly isPlaying: boolean;
  readonly rate: number;
}

function positionOf({ currentTime, paused, ended, playbackRate }: HTMLMediaElement): Position {
  return { seconds: currentTime, isPlaying: !paused && !ended, rate: playbackRate };
}

function resumeAt(element: HTMLMediaElement, { seconds, isPlaying, rate }: Position): void {
  element.currentTime = seconds;
  element.playbackRate = rate;
  // The browser may block autoplay.
  if (isPlaying) void Promise.allSettled([element.play()]);
}

function isBufferedToEnd({ buffered, currentTime, duration }: HTMLMediaElement): boolean {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && buffered.end(index) >= duration) return true;
  }
  return false;
}
