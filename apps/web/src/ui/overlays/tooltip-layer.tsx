import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './tooltip-layer.module.css';

const OPENS_AFTER_MS = 500;
const CLOSES_AFTER_MS = 120;
const GAP = 6;

interface Shown {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isAbove: boolean;
}

/** A tooltip repeats the accessible name, so it is hidden from assistive technology (WCAG 1.4.13). */
export function TooltipDelegate() {
  const [shown, setShown] = useState<Shown>();
  useTooltipEvents(setShown);
  if (shown === undefined) return null;
  return createPortal(
    <div
      aria-hidden="true"
      data-tooltip-box=""
      className={styles['tooltip']}
      data-above={shown.isAbove || undefined}
      style={{ left: shown.x, top: shown.y }}
    >
      {shown.text}
    </div>,
    document.body,
  );
}

function useTooltipEvents(setShown: (shown: Shown | undefined) => void): void {
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (work: () => void, delayMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(work, delayMs);
    };
    const close = (): void => soon(() => setShown(undefined), 0);
    const listen = (type: keyof DocumentEventMap, handle: (event: Event) => void): void =>
      document.addEventListener(type, handle, { signal: stop.signal, passive: true, capture: true });
    listen('pointerover', (event) => {
      if (!(event instanceof PointerEvent) || event.pointerType === 'touch') return;
      if (event.target instanceof Element && event.target.closest('[data-tooltip-box]') !== null) {
        clearTimeout(timer);
        return;
      }
      const owner = ownerOf(event.target);
      if (owner === undefined) soon(() => setShown(undefined), CLOSES_AFTER_MS);
      else soon(() => setShown(placed(owner)), OPENS_AFTER_MS);
    });
    listen('focusin', (event) => {
      const owner = ownerOf(event.target);
      if (owner?.matches(':focus-visible') === true) soon(() => setShown(placed(owner)), OPENS_AFTER_MS);
    });
    for (const type of ['focusout', 'pointerdown', 'scroll'] as const) listen(type, close);
    listen('keydown', (event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') close();
    });
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [setShown]);
}

function ownerOf(target: EventTarget | null): HTMLElement | undefined {
  const owner = target instanceof Element ? target.closest('[data-tooltip]') : null;
  if (!(owner instanceof HTMLElement) || owner.getAttribute('aria-expanded') === 'true') return undefined;
  return owner;
}

function placed(owner: HTMLElement): Shown | undefined {
  const text = owner.dataset['tooltip'] ?? '';
  if (text === '' || !owner.isConnected) return undefined;
  const box = owner.getBoundingClientRect();
  const isAbove = box.bottom + 48 > innerHeight;
  const half = Math.min(120, innerWidth / 2 - 8);
  return {
    text,
    x: Math.min(innerWidth - half, Math.max(half, box.left + box.width / 2)),
    y: isAbove ? box.top - GAP : box.bottom + GAP,
    isAbove,
  };
}
