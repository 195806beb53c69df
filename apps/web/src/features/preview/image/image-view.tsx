import { Expand, Play, RotateCw } from 'lucide-react';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { keyOf } from '../../../lib/keys/key-of.ts';
import { useContentCalls } from '../content-calls.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { isSwipedAway } from '../../../lib/touch/swipe.ts';
import { Loading } from '../fetching/loading.tsx';
import { FirstSight } from '../first-sight.tsx';
import type { ViewerProps } from '../viewer.ts';
import { ZoomBar } from '../zoom-bar.tsx';
import { PrintButton } from '../find/print-button.tsx';
import { usePrint } from '../find/use-print.ts';
import styles from './image.module.css';
import { printPicture } from './print-picture.ts';
import { useText } from './texts.ts';
import { FITTED, rotatedScale, type Zoom, type ZoomEvent, zoom } from './zoom.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';

export function ImageView({ node, content, freshUrl, failed, around, onPresent }: ViewerProps) {
  const [url, setUrl] = useState<string | undefined>(content.url);
  const { renew } = useContentCalls();
  const print = usePrint();
  const text = useText();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [view, setView] = useState<Zoom>(FITTED);
  const [rotation, setRotation] = useState({ quarters: 0, scale: 1 });
  const apply = (event: ZoomEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined) setView((last) => zoom(last, event, box));
  };
  const rotate = (): void => {
    const quarters = rotation.quarters + 1;
    const [box, picture] = [frame.current, image.current];
    const isAcross = quarters % 2 === 1 && box !== null && picture !== null;
    setRotation({ quarters, scale: isAcross ? rotatedScale(sizesOf(picture), sizeOf(box)) : 1 });
    setView(FITTED);
  };
  useViewerKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = keyOf(event);
    if (key === 'r') rotate();
    if (key === 'f') onPresent(false);
    if (key === 's') onPresent(true);
  });
  useWheelZoom(frame, apply);
  const show = (by: 1 | -1): void => {
    const other = around.at(by);
    if (other !== undefined) around.show(other);
  };
  const { swiped, ...pointers } = usePointers(view.scale > 1, apply, show);
  const handleError = async (): Promise<void> => {
    // A preloaded URL may have expired.
    const [renewal] = await Promise.allSettled(
      url === content.url ? [renew(node.id, content.versionId)] : [],
    );
    const renewed = renewal?.status === 'fulfilled' ? renewal.value.url : undefined;
    setUrl(renewed === url ? undefined : renewed);
  };
  const transform = `translate(${view.x + swiped}px, ${view.y}px) scale(${view.scale * rotation.scale}) rotate(${rotation.quarters * 90}deg)`;
  const percent = formats.percent(view.scale);
  if (url === undefined) return failed;
  return (
    <section aria-label={text('image.hint', { percent })} className={styles['view']}>
      <div
        ref={frame}
        className={styles['frame']}
        data-zoomed={view.scale > 1 || undefined}
        onDoubleClick={(event) => apply({ type: 'toggled', at: fromMiddle(event.currentTarget, event) })}
        {...pointers}
      >
        {!isLoaded && <FirstSight node={node} around={around} style={{ transform }} />}
        <img
          ref={image}
          src={url}
          alt={node.name}
          draggable={false}
          data-loaded={isLoaded || undefined}
          className={styles['image']}
          style={{ transform }}
          onLoad={() => setLoaded(true)}
          onError={() => void handleError()}
        />
      </div>
      {/* Outside the frame, which captures the pointer and with it the clicks. */}
      {!isLoaded && <Loading isOver />}
      <ZoomBar
        scale={view.scale}
        onZoom={(type) => apply({ type })}
        end={
          <>
            <PrintButton onPrint={() => void print(async () => await printPicture(await freshUrl()))} />
            <IconButton icon={RotateCw} label={text('image.turn')} onClick={rotate} />
            <IconButton icon={Play} label={text('image.slideshow')} onClick={() => onPresent(true)} />
            <IconButton icon={Expand} label={text('image.fullscreen')} onClick={() => onPresent(false)} />
          </>
        }
      />
    </section>
  );
}

function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement) {
  return { width, height };
}

function sizesOf({ offsetWidth: width, offsetHeight: height, naturalWidth }: HTMLImageElement) {
  return { width, height, naturalWidth };
}

function fromMiddle(element: Element, point: { readonly clientX: number; readonly clientY: number }) {
  const box = element.getBoundingClientRect();
  return { x: point.clientX - box.left - box.width / 2, y: point.clientY - box.top - box.height / 2 };
}

/** Adds its own wheel listener, because React's are passive and cannot prevent the browser's zoom. */
function useWheelZoom(frame: RefObject<HTMLDivElement | null>, apply: (event: ZoomEvent) => void): void {
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const handleWheel = (event: WheelEvent): void => {
      event.preventDefault();
      latest.current({ type: 'scaled', by: Math.exp(-event.deltaY / 300), at: fromMiddle(element, event) });
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [frame]);
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Two pointers zoom. One pointer pans an enlarged picture; otherwise one finger swipes to another file. */
function usePointers(isZoomed: boolean, apply: (event: ZoomEvent) => void, show: (by: 1 | -1) => void) {
  const pointers = useRef(new Map<number, Finger>());
  const swipeStart = useRef<(Finger & { readonly atMs: number }) | undefined>(undefined);
  const [swiped, setSwiped] = useState(0);
  const forget = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
    swipeStart.current = undefined;
    setSwiped(0);
  };
  const handleUp = (event: PointerEvent<HTMLDivElement>): void => {
    const from = swipeStart.current;
    forget(event);
    if (from === undefined) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.abs(dx) < 2 * Math.abs(dy)) return;
    if (!isSwipedAway({ distancePx: dx, durationMs: event.timeStamp - from.atMs })) return;
    const isForward = dx < 0 !== (document.documentElement.dir === 'rtl');
    show(isForward ? 1 : -1);
  };
  return {
    swiped,
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const here = { x: event.clientX, y: event.clientY };
      pointers.current.set(event.pointerId, here);
      const isSwipe = event.pointerType === 'touch' && pointers.current.size === 1 && !isZoomed;
      swipeStart.current = isSwipe ? { ...here, atMs: event.timeStamp } : undefined;
      setSwiped(0);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      const last = pointers.current.get(event.pointerId);
      if (last === undefined) return;
      const here = { x: event.clientX, y: event.clientY };
      const other = Array.from(pointers.current).find(([id]) => id !== event.pointerId)?.[1];
      if (swipeStart.current !== undefined) setSwiped(here.x - swipeStart.current.x);
      else if (other === undefined) apply({ type: 'moved', dx: here.x - last.x, dy: here.y - last.y });
      else {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(here.x - other.x, here.y - other.y);
        const middle = { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 };
        if (before > 0)
          apply({ type: 'scaled', by: after / before, at: fromMiddle(event.currentTarget, middle) });
      }
      pointers.current.set(event.pointerId, here);
    },
    onPointerUp: handleUp,
    onPointerCancel: forget,
  };
}
