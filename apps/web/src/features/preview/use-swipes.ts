import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { listenToSwipes } from '../../lib/touch/listen-to-swipes.ts';
import { stepTo } from './preview-frame.tsx';
import type { Around } from './viewer.ts';

/** How far the view follows the finger if there is no file in that direction. */
const RESISTANCE = 0.2;

/** A swipe leads to the previous or next file, and the view follows the finger. */
export function useSwipes<E extends HTMLElement>(around: Around, isOn: boolean): RefObject<E | null> {
  const stage = useRef<E>(null);
  const stepOf = (dx: number): (() => void) | undefined => {
    const isForward = dx < 0 !== (document.documentElement.dir === 'rtl');
    return stepTo(around, isForward ? 1 : -1);
  };
  const drag = useEffectEvent((dx: number): void => {
    const { current } = stage;
    if (current === null) return;
    const offset = stepOf(dx) === undefined ? dx * RESISTANCE : dx;
    current.style.translate = dx === 0 ? '' : `${offset}px`;
    current.toggleAttribute('data-swiped', dx !== 0);
  });
  const swipe = useEffectEvent((toward: 'left' | 'right') => stepOf(toward === 'left' ? -1 : 1)?.());
  useEffect(() => {
    const { current } = stage;
    if (current === null || !isOn) return;
    return listenToSwipes(current, { onDrag: (dx) => drag(dx), onSwipe: (toward) => swipe(toward) });
  }, [isOn]);
  return stage;
}
