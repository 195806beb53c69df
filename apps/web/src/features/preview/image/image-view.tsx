import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../texts.ts';
import styles from '../preview.module.css';
import type { ViewerProps } from '../viewer.ts';
import { FITTED, type Zoom, type ZoomEvent, zoom } from './zoom.ts';
import { ZoomBar } from '../zoom-bar.tsx';

export function ImageView({ node, content, failed }: ViewerProps) {
  const [isFailed, setFailed] = useState(false);
  const text = useText();
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const [now, setNow] = useState<Zoom>(FITTED);
  const apply = (event: ZoomEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box !== undefined) setNow((last) => zoom(last, event, box));
  };
  useWheelZoom(frame, apply);
  const drag = usePan(apply);
  const percent = formats.percent(now.scale);
  if (isFailed) return failed;
  return (
    <section aria-label={text('preview.imageHint', { percent })} className={styles['imageView']}>
      <div
        ref={frame}
        className={styles['imageFrame']}
        data-zoomed={now.scale > 1 || undefined}
        onDoubleClick={(event) => apply({ type: 'toggled', at: fromMiddle(event.currentTarget, event) })}
        {...drag}
      >
        <img
          src={content.url}
          alt={node.name}
          draggable={false}
          className={styles['image']}
          style={{ transform: `translate(${now.x}px, ${now.y}px) scale(${now.scale})` }}
          onError={() => setFailed(true)}
        />
      </div>
      <ZoomBar scale={now.scale} onZoom={(type) => apply({ type })} />
    </section>
  );
}

function fromMiddle(element: Element, point: { readonly clientX: number; readonly clientY: number }) {
  const box = element.getBoundingClientRect();
  return { x: point.clientX - box.left - box.width / 2, y: point.clientY - box.top - box.height / 2 };
}

/** React's wheel listeners are passive and cannot prevent the zoom of the page. */
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

function usePan(apply: (event: ZoomEvent) => void) {
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const forget = (event: PointerEvent): void => {
    pointers.current.delete(event.pointerId);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      const last = pointers.current.get(event.pointerId);
      if (last === undefined) return;
      const here = { x: event.clientX, y: event.clientY };
      const other = Array.from(pointers.current).find(([id]) => id !== event.pointerId)?.[1];
      if (other === undefined) apply({ type: 'moved', dx: here.x - last.x, dy: here.y - last.y });
      else {
        const before = Math.hypot(last.x - other.x, last.y - other.y);
        const after = Math.hypot(here.x - other.x, here.y - other.y);
        const middle = { clientX: (here.x + other.x) / 2, clientY: (here.y + other.y) / 2 };
        if (before > 0)
          apply({ type: 'scaled', by: after / before, at: fromMiddle(event.currentTarget, middle) });
      }
      pointers.current.set(event.pointerId, here);
    },
    onPointerUp: forget,
    onPointerCancel: forget,
  };
}
