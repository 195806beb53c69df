import { LIMITS, type NodeView, type OperationResponse } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { renewContent } from '../../api/nodes.ts';
import styles from './preview.module.css';

/** An address is replaced while the old one still works; the later moments are for when there was no answer at the first. */
const RENEW_AT_MS = [2, 1.5, 1, 0.5].map((minutes) => LIMITS.mediaUrlLifeMs - minutes * MINUTE_MS);
/** What cannot be played with this many fresh addresses in a row cannot be played. */
const TRIES_MAX = 2;

interface MediaViewProps {
  readonly node: NodeView;
  readonly kind: 'video' | 'audio';
  readonly content: OperationResponse<'getContent'>;
  readonly failed: ReactNode;
}

/** Sound or film, which may run for longer than its address lives: the next address takes over where the last one stood. */
export function MediaView({ node, kind, content, failed }: MediaViewProps) {
  const { id: nodeId, name } = node;
  const { versionId } = content;
  const media = useRef<HTMLMediaElement>(null);
  const [url, setUrl] = useState(content.url);
  const [isFailed, setFailed] = useState(false);
  const tries = useRef(0);
  /** Where to go on, once the next address is known to work. */
  const place = useRef<Place>(undefined);
  /** Whether there is a next address. */
  const renew = async (): Promise<boolean> => {
    const [asked] = await Promise.allSettled([renewContent(nodeId, versionId)]);
    if (asked.status === 'rejected') return false;
    const element = media.current;
    if (element === null) return true;
    place.current ??= placeOf(element);
    // Signed within the same second it is the same address, which has to be tried anew all the same.
    if (asked.value.url === url) element.load();
    else setUrl(asked.value.url);
    return true;
  };
  useEffect(() => {
    const handleTime = (): void => {
      // What is here to its end needs no address any more. What plays goes on without the next one for as long as it can.
      if (media.current !== null && !isHereToTheEnd(media.current)) void renew();
    };
    const timers = RENEW_AT_MS.map((ms) => setTimeout(handleTime, ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- each address is renewed once, whatever else is drawn
  }, [url]);
  const handleError = async (element: HTMLMediaElement): Promise<void> => {
    place.current ??= placeOf(element);
    tries.current += 1;
    if (tries.current > TRIES_MAX || !(await renew())) setFailed(true);
  };
  const handleReady = (): void => {
    const element = media.current;
    if (element === null || place.current === undefined) return;
    goOnAt(element, place.current);
    place.current = undefined;
  };
  const handleProgress = (): void => {
    if (place.current === undefined) tries.current = 0;
  };
  if (isFailed) return failed;
  const shared = {
    src: url,
    controls: true,
    'aria-label': name,
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => void handleError(currentTarget),
    onLoadedMetadata: handleReady,
    onTimeUpdate: handleProgress,
  };
  const setMedia = (element: HTMLMediaElement | null): void => {
    media.current = element;
  };
  return kind === 'video' ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the files of a group come without captions
    <video ref={setMedia} {...shared} className={styles['media']} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the files of a group come without captions
    <audio ref={setMedia} {...shared} className={styles['sound']} />
  );
}

interface Place {
  readonly seconds: number;
  readonly isPlaying: boolean;
  readonly rate: number;
}

function placeOf({ currentTime, paused, ended, playbackRate }: HTMLMediaElement): Place {
  return { seconds: currentTime, isPlaying: !paused && !ended, rate: playbackRate };
}

function goOnAt(element: HTMLMediaElement, { seconds, isPlaying, rate }: Place): void {
  element.currentTime = seconds;
  element.playbackRate = rate;
  // A browser that does not let it play by itself shows it paused at its place.
  if (isPlaying) void Promise.allSettled([element.play()]);
}

function isHereToTheEnd({ buffered, currentTime, duration }: HTMLMediaElement): boolean {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && buffered.end(index) >= duration) return true;
  }
  return false;
}
