import { type RefObject, useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../../lib/keys/key-of.ts';
import { isOverViewer } from '../use-viewer-keys.ts';

interface MediaKeys {
  readonly media: RefObject<HTMLMediaElement | null>;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onSubtitles: () => void;
}

const STEP_SECONDS = 5;
const VOLUME_STEP = 0.1;

/** Handles Space, arrows, M, F and C. While nothing plays and the player has no focus, the arrows switch files. */
export function useMediaKeys({ media, frame, onSubtitles }: MediaKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent): void => {
    const element = media.current;
    const { target } = event;
    if (element === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isOwn = target instanceof Node && frame.current?.contains(target) === true;
    if (target instanceof HTMLElement && (target.matches('input, textarea, select') || isOverViewer(target)))
      return;
    const isButton = target instanceof HTMLElement && target.matches('button, a');
    const hasArrows = isOwn || !element.paused;
    const actions: Readonly<Record<string, (() => void) | false>> = {
      ' ': !isButton && (() => togglePlaying(element)),
      m: () => {
        element.muted = !element.muted;
      },
      f: () => void Promise.allSettled([toggleFullscreen(element)]),
      c: onSubtitles,
      ArrowLeft: hasArrows && (() => seek(element, -STEP_SECONDS)),
      ArrowRight: hasArrows && (() => seek(element, STEP_SECONDS)),
      ArrowUp: isOwn && !isButton && (() => setVolume(element, VOLUME_STEP)),
      ArrowDown: isOwn && !isButton && (() => setVolume(element, -VOLUME_STEP)),
    };
    const action = actions[keyOf(event)];
    if (action === undefined || action === false) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handle(event);
    // Runs before the preview's listener, which switches files.
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function togglePlaying(element: HTMLMediaElement): void {
  if (element.paused) void Promise.allSettled([element.play()]);
  else element.pause();
}

function seek(element: HTMLMediaElement, seconds: number): void {
  const end = Number.isFinite(element.duration) ? element.duration : 0;
  element.currentTime = Math.min(Math.max(0, element.currentTime + seconds), end);
}

function setVolume(element: HTMLMediaElement, by: number): void {
  element.volume = Math.min(1, Math.max(0, element.volume + by));
}

async function toggleFullscreen(element: HTMLMediaElement): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else if (element instanceof HTMLVideoElement) await element.requestFullscreen();
}
