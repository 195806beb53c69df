import { type PointerEvent, useRef } from 'react';
import { isSwipedAway } from '../../lib/touch/swipe.ts';

const BEGINS_PX = 8;

/** The element needs `touch-action: pan-y`. */
export function useSwipeAway(onAway: () => void) {
  const begun = useRef<{ readonly id: number; readonly x: number; readonly at: number }>(undefined);
  const putBack = (element: HTMLElement): void => {
    begun.current = undefined;
    element.removeAttribute('data-swiped');
    element.style.translate = '';
    element.style.opacity = '';
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      begun.current = { id: event.pointerId, x: event.clientX, at: event.timeStamp };
    },
    onPointerMove: ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>): void => {
      if (begun.current?.id !== pointerId) return;
      const distancePx = clientX - begun.current.x;
      const isSwiped = currentTarget.hasAttribute('data-swiped');
      if (!isSwiped && Math.abs(distancePx) < BEGINS_PX) return;
      if (!isSwiped) {
        currentTarget.setAttribute('data-swiped', '');
        // Prevents a click on the button under the finger.
        currentTarget.setPointerCapture(pointerId);
      }
      draw(currentTarget, distancePx);
    },
    onPointerUp: ({ currentTarget, pointerId, clientX, timeStamp }: PointerEvent<HTMLElement>): void => {
      const { current } = begun;
      if (current?.id !== pointerId) return;
      const isSwiped = currentTarget.hasAttribute('data-swiped');
      const swipe = { distancePx: clientX - current.x, durationMs: timeStamp - current.at };
      if (isSwiped && isSwipedAway(swipe)) onAway();
      else putBack(currentTarget);
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>): void => putBack(currentTarget),
  };
}

function draw(element: HTMLElement, distancePx: number): void {
  element.style.translate = `${distancePx}px`;
  element.style.opacity = String(1 - Math.min(0.7, Math.abs(distancePx) / element.offsetWidth));
}
