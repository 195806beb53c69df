import { SECOND_MS } from '@coffer/kit';
import { ChevronLeft, ChevronRight, Pause, Play, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keyOf } from '../../../lib/keys/key-of.ts';
import { useContentCalls } from '../content-calls.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { readSaved, writeSaved } from '../../../lib/storage.ts';
import { listenToSwipes } from '../../../lib/touch/listen-to-swipes.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { type Around, isPicture, type ViewedNode } from '../viewer.ts';
import styles from './image.module.css';
import { usePreload } from './use-preload.ts';
import { useText } from './texts.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';

const INTERVALS = [3, 5, 10, 20, 60];
const DEFAULT_SECONDS = 5;
const SAVED = 'slideshow-seconds';
const IDLE_MS = 2.5 * SECOND_MS;
const FILES_SEEN_MAX = 200;

interface SlideshowProps {
  readonly node: ViewedNode;
  readonly around: Around;
  readonly startsPlaying: boolean;
  readonly onEnd: () => void;
}

/** Shows the pictures in full screen, or fills the page if the browser refuses full screen. */
export function Slideshow({ node, around, startsPlaying, onEnd }: SlideshowProps) {
  const text = useText();
  const { number } = useFormats();
  const stage = useRef<HTMLElement>(null);
  const [isPlaying, setPlaying] = useState(startsPlaying);
  const [seconds, setSeconds] = useState(savedSeconds);
  const isIdle = useIdle();
  const previous = pictureFrom(around, -1);
  const next = pictureFrom(around, 1);
  const shown = useShown(node);
  usePreload(node, next);
  useFullscreen(stage, onEnd);
  useEffect(() => {
    if (shown.nodeId === node.id) announce(text('image.shown', { name: node.name }));
  }, [shown.nodeId, node.id, node.name, text]);
  const showNext = useEffectEvent(() => {
    if (next === undefined) setPlaying(false);
    else around.show(next);
  });
  const swipe = useEffectEvent((toward: 'left' | 'right') => {
    const isForward = (toward === 'left') !== (document.documentElement.dir === 'rtl');
    const other = isForward ? next : previous;
    if (other !== undefined) around.show(other);
  });
  useEffect(() => {
    const { current } = stage;
    if (current === null) return;
    return listenToSwipes(current, { onSwipe: (toward) => swipe(toward) });
  }, []);
  useEffect(() => {
    // The interval starts once the picture is shown.
    if (!isPlaying || shown.nodeId !== node.id) return;
    const timer = setTimeout(showNext, seconds * SECOND_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, seconds, shown.nodeId, node.id]);
  useViewerKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement) return;
    const isRtl = document.documentElement.dir === 'rtl';
    const step = { ArrowRight: isRtl ? previous : next, ArrowLeft: isRtl ? next : previous }[event.key];
    if (step !== undefined) around.show(step);
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === ' ' && !isButton) {
      event.preventDefault();
      setPlaying(!isPlaying);
    }
    if (keyOf(event) === 'f') onEnd();
  });
  return (
    <section
      ref={stage}
      aria-label={text('image.slideshow')}
      className={styles['show']}
      data-idle={isIdle || undefined}
      tabIndex={-1}
    >
      <Shown {...shown} />
      <div className={styles['showBar']}>
        {previous !== undefined && (
          <IconButton
            icon={ChevronLeft}
            isMirrored
            label={text('image.previous')}
            onClick={() => around.show(previous)}
          />
        )}
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={text(isPlaying ? 'image.pause' : 'image.play')}
          disabled={next === undefined}
          onClick={() => setPlaying(!isPlaying)}
        />
        {next !== undefined && (
          <IconButton
            icon={ChevronRight}
            isMirrored
            label={text('image.next')}
            onClick={() => around.show(next)}
          />
        )}
        <select
          aria-label={text('image.interval')}
          value={seconds}
          onChange={({ currentTarget }) => {
            setSeconds(Number(currentTarget.value));
            writeSaved(SAVED, Number(currentTarget.value));
          }}
        >
          {INTERVALS.map((each) => (
            <option key={each} value={each}>
              {text('image.seconds', { count: each, number: number(each) })}
            </option>
          ))}
        </select>
        <IconButton icon={X} label={text('image.end')} onClick={onEnd} />
      </div>
    </section>
  );
}

function savedSeconds(): number {
  const saved = readSaved(SAVED);
  return typeof saved === 'number' && INTERVALS.includes(saved) ? saved : DEFAULT_SECONDS;
}

function pictureFrom(around: Around, by: 1 | -1): ViewedNode | undefined {
  for (let step = 1; step <= FILES_SEEN_MAX; step += 1) {
    const file = around.at(step * by);
    if (file !== undefined && isPicture(file)) return file;
  }
  return undefined;
}

interface ShownPicture {
  readonly nodeId?: ViewedNode['id'];
  readonly name?: string;
  readonly url?: string | undefined;
}

/** Shows the previous picture until this one is decoded. */
function useShown(node: ViewedNode): ShownPicture {
  const { id, name, versionId } = node;
  const { query, renew } = useContentCalls();
  const content = useQuery(query(node));
  const [shown, setShown] = useState<ShownPicture>({});
  const url = content.data?.url;
  const isRefused = content.failure !== undefined;
  useEffect(() => {
    let isOver = false;
    const set = (picture: ShownPicture) => () => {
      if (!isOver) setShown(picture);
    };
    const failed = set({ nodeId: id, name });
    const load = async (): Promise<void> => {
      if (url === undefined || versionId === null) return;
      if (await isDecoded(url)) set({ nodeId: id, name, url })();
      else {
        // A preloaded URL may have expired.
        const renewed = await renew(id, versionId);
        if (await isDecoded(renewed.url)) set({ nodeId: id, name, url: renewed.url })();
        else failed();
      }
    };
    if (isRefused) failed();
    else load().catch(failed);
    return () => {
      isOver = true;
    };
  }, [id, name, versionId, url, isRefused, renew]);
  return shown;
}

async function isDecoded(url: string): Promise<boolean> {
  const image = new Image();
  image.src = url;
  const [decoded] = await Promise.allSettled([image.decode()]);
  return decoded.status === 'fulfilled';
}

function Shown({ nodeId, name = '', url }: ShownPicture) {
  const text = useText();
  if (nodeId === undefined) return <Spinner size="large" label={text('image.opening')} />;
  if (url === undefined) return <p className={styles['showFailed']}>{text('image.failed', { name })}</p>;
  return <img src={url} alt={name} className={styles['shown']} draggable={false} />;
}

function useFullscreen(stage: { readonly current: HTMLElement | null }, onEnd: () => void): void {
  const handleEnd = useEffectEvent(onEnd);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    element.focus();
    void Promise.allSettled([document.fullscreenEnabled ? element.requestFullscreen() : undefined]);
    const handleChange = (): void => {
      if (document.fullscreenElement === null) handleEnd();
    };
    element.addEventListener('fullscreenchange', handleChange);
    return () => {
      element.removeEventListener('fullscreenchange', handleChange);
      if (document.fullscreenElement === element) void Promise.allSettled([document.exitFullscreen()]);
    };
  }, [stage]);
}

/** Whether there was no pointer or key event for `IDLE_MS`. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), IDLE_MS);
    const handleActivity = (): void => {
      clearTimeout(timer);
      setIdle(false);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, handleActivity);
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, handleActivity);
    };
  }, []);
  return isIdle;
}
