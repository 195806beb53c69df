import { type PointerEvent, useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;
const SLOP_PX = 10;

export interface LongPress {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  /** Some browsers omit the pointer type on click. */
  readonly isTouch: () => boolean;
  readonly fireNow: (target: Element) => void;
  /** True once after a long press: the caller then ignores the following click or context menu. */
  readonly takeFired: () => boolean;
}

export function useLongPress(onLongPress: (target: Element) => void): LongPress {
  const press = useRef({ timer: 0, x: 0, y: 0, isTouch: false, hasFired: false });

  function cancel(): void {
    window.clearTimeout(press.current.timer);
  }

  function fire(target: Element): void {
    cancel();
    if (press.current.hasFired) return;
    press.current.hasFired = true;
    onLongPress(target);
  }

  useEffect(() => () => window.clearTimeout(press.current.timer), []);

  return {
    onPointerDown(event) {
      cancel();
      const { clientX: x, clientY: y, target } = event;
      const isTouch = event.pointerType === 'touch';
      press.current = { timer: 0, x, y, isTouch, hasFired: false };
      if (!isTouch || !event.isPrimary || !(target instanceof Element)) return;
      press.current.timer = window.setTimeout(() => fire(target), LONG_PRESS_MS);
    },
    onPointerMove(event) {
      const { x, y } = press.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLOP_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    fireNow: fire,
    isTouch: () => press.current.isTouch,
    takeFired() {
      const { hasFired } = press.current;
      press.current.hasFired = false;
      return hasFired;
    },
  };
}
