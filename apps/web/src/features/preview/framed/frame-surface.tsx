import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { currentLocale, onLocaleChange } from '../../../lib/language/i18n.ts';
import { directionOf } from '../../../lib/language/locales.ts';
import { getPreferences, onPreferencesChange } from '../../../lib/preferences.ts';
import {
  type DrawRequest,
  FRAME_PATH,
  FRAME_READY,
  type FrameNews,
  type FrameRequest,
  type HtmlPage,
  type Look,
} from '../../../viewer-frame/protocol.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useText as useFindText } from '../find/texts.ts';
import styles from './framed.module.css';
import { openAddress } from './open-address.ts';
import { readNews } from './read-news.ts';

export type FrameContent = ArrayBuffer | HtmlPage;

export interface FrameJob extends Pick<DrawRequest, 'drawer' | 'extension' | 'words'> {
  readonly load: (signal: AbortSignal) => Promise<FrameContent>;
}

export type FrameEnd =
  | Extract<FrameNews, { say: 'drawn' | 'refused' }>
  /** The file could not be fetched. */
  | { readonly say: 'unreachable' }
  /** The frame crashed or does not respond. */
  | { readonly say: 'silent' };

export interface FrameHandle {
  readonly ask: (request: Exclude<FrameRequest, { ask: 'draw' | 'look' }>) => void;
}

interface FrameSurfaceProps {
  readonly ref?: RefObject<FrameHandle | null>;
  /** Read when the frame is ready; later changes are ignored. */
  readonly job: FrameJob;
  readonly label: string;
  readonly height?: number | undefined;
  readonly onEnd: (end: FrameEnd) => void;
  readonly onNews?: (news: Extract<FrameNews, { say: 'at' | 'height' | 'found' }>) => void;
}

const READY_MS = 20_000;
/** From when the frame has the file. */
const DRAWN_MS = 45_000;

/** A sandboxed frame without an origin, network access or navigation. It draws the content of a file. */
export function FrameSurface({ ref, job, label, height, onEnd, onNews }: FrameSurfaceProps) {
  const text = useFindText();
  const frame = useRef<HTMLIFrameElement>(null);
  const port = useRef<MessagePort>(undefined);
  useImperativeHandle(ref, () => ({ ask: (request) => port.current?.postMessage(request) }));
  const handleMessage = useEffectEvent((news: FrameNews | undefined): void => {
    if (news?.say === 'drawn' || news?.say === 'refused') onEnd(news);
    else if (news?.say === 'unprinted')
      showToast({ tone: 'danger', key: 'print', text: text('find.notPrinted') });
    else if (news?.say === 'open') openAddress(news.address);
    else if (news?.say === 'key' && frame.current !== null) passKey(frame.current, news);
    else if (news?.say === 'at' || news?.say === 'height' || news?.say === 'found') onNews?.(news);
  });
  const sendJob = useEffectEvent(async (to: MessagePort, signal: AbortSignal): Promise<boolean> => {
    const [loaded] = await Promise.allSettled([job.load(signal)]);
    if (signal.aborted) return false;
    if (loaded.status === 'rejected') {
      onEnd({ say: 'unreachable' });
      return false;
    }
    const { drawer, extension, words } = job;
    const content = loaded.value;
    const request: DrawRequest = {
      ask: 'draw',
      drawer,
      extension,
      words,
      content,
      look: currentAppearance(),
    };
    to.postMessage(request, content instanceof ArrayBuffer ? [content] : []);
    return true;
  });
  const timeOut = useEffectEvent(() => onEnd({ say: 'silent' }));
  // A passive effect runs later, and could miss the ready message of the frame.
  useLayoutEffect(() => {
    const abort = new AbortController();
    const channel = new MessageChannel();
    port.current = channel.port1;
    let timer = setTimeout(timeOut, READY_MS);
    channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const news = readNews(data);
      if (news?.say === 'drawn' || news?.say === 'refused') clearTimeout(timer);
      handleMessage(news);
    };
    const start = async (): Promise<void> => {
      if (await sendJob(channel.port1, abort.signal)) timer = setTimeout(timeOut, DRAWN_MS);
    };
    const handleReady = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow || data !== FRAME_READY || source === null) return;
      removeEventListener('message', handleReady);
      clearTimeout(timer);
      source.postMessage(FRAME_READY, { targetOrigin: '*', transfer: [channel.port2] });
      void start();
    };
    addEventListener('message', handleReady);
    return () => {
      abort.abort();
      clearTimeout(timer);
      removeEventListener('message', handleReady);
      channel.port1.close();
    };
  }, []);
  useAppearance(port);
  return (
    <iframe
      ref={frame}
      title={label}
      src={FRAME_PATH}
      // `allow-modals` permits printing.
      sandbox="allow-scripts allow-modals"
      referrerPolicy="no-referrer"
      className={styles['surface']}
      style={height === undefined ? undefined : { blockSize: height }}
    />
  );
}

function useAppearance(port: RefObject<MessagePort | undefined>): void {
  useEffect(() => {
    const sendAppearance = (): void =>
      port.current?.postMessage({ ask: 'look', look: currentAppearance() } satisfies FrameRequest);
    const unsubscribers = [onPreferencesChange(sendAppearance), onLocaleChange(sendAppearance)];
    return () => {
      for (const each of unsubscribers) each();
    };
  }, [port]);
}

function currentAppearance(): Look {
  const { theme } = getPreferences();
  const locale = currentLocale();
  return { locale, direction: directionOf(locale), theme: theme === 'system' ? undefined : theme };
}

/** Dispatches a key that was pressed inside the frame on the frame element. */
function passKey(frame: HTMLIFrameElement, { key, isControl }: Extract<FrameNews, { say: 'key' }>): void {
  // The frame reports swipes as arrow keys. On an enlarged page a swipe pans, which the frame cannot detect.
  const isPanned = (window.visualViewport?.scale ?? 1) > 1.01 && key.startsWith('Arrow');
  if (isPanned) return;
  const pressed = { key, ctrlKey: isControl, bubbles: true, cancelable: true };
  frame.dispatchEvent(new KeyboardEvent('keydown', pressed));
}
