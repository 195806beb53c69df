import { type RefObject, useEffect, useState } from 'react';
import { WIDTH_MAX } from './pdf-page.tsx';

const RESIZED_MS = 150;

/** The width that pages may take, once it has changed after the opening. */
export function useRoom(pages: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useEffect(() => {
    if (pages.current === null) return;
    let last: number | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.min(Math.round(entry?.contentRect.width ?? 0), WIDTH_MAX);
      if (next === last) return;
      clearTimeout(timer);
      if (last !== undefined) timer = setTimeout(() => setRoom(next), RESIZED_MS);
      last = next;
    });
    observer.observe(pages.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [pages]);
  return room;
}
