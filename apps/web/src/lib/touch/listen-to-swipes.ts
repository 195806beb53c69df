import { isSwipedAway } from './swipe.ts';

interface Swipes {
  /** Called while the finger is down, and with 0 when it is lifted. */
  readonly onDrag?: (distancePx: number) => void;
  /** Reports the direction in which the finger moved. */
  readonly onSwipe: (toward: 'left' | 'right') => void;
}

interface Begun {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
  readonly target: Element;
}

const BEGINS_PX = 10;
/** Height of the controls of a video, where swipes are ignored. */
const CONTROLS_PX = 72;
const OWN_TOUCHES = 'input, textarea, select, audio, [contenteditable="true"], [role="slider"]';

/** Detects a horizontal swipe with one finger where nothing scrolls horizontally. Other touches are left alone. */
export function listenToSwipes(root: HTMLElement, { onDrag, onSwipe }: Swipes): () => void {
  const stop = new AbortController();
  let begun: Begun | undefined;
  let isDragged = false;
  const end = (): void => {
    if (isDragged) onDrag?.(0);
    begun = undefined;
    isDragged = false;
  };
  const listen = (type: 'touchstart' | 'touchmove' | 'touchend', handle: (event: TouchEvent) => void): void =>
    root.addEventListener(type, handle, { passive: true, signal: stop.signal });
  listen('touchstart', (event) => {
    end();
    const [touch] = event.touches;
    // Inside a shadow root, the target of the event is only its host.
    const [target] = event.composedPath();
    if (event.touches.length !== 1 || touch === undefined || !(target instanceof Element)) return;
    if (isEnlarged() || takesTouches(target, touch, root)) return;
    begun = { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp, target };
  });
  listen('touchmove', (event) => {
    const [touch] = event.touches;
    if (begun === undefined || touch === undefined) return;
    const [dx, dy] = [touch.clientX - begun.x, touch.clientY - begun.y];
    if (event.touches.length !== 1) return end();
    if (!isDragged && Math.max(Math.abs(dx), Math.abs(dy)) < BEGINS_PX) return;
    if (!isDragged && (Math.abs(dx) < 2 * Math.abs(dy) || scrollsToward(begun.target, dx, root)))
      return end();
    isDragged = true;
    onDrag?.(dx);
  });
  listen('touchend', (event) => {
    const [touch] = event.changedTouches;
    const from = begun;
    const wasDragged = isDragged;
    end();
    if (from === undefined || touch === undefined || !wasDragged || isTextSelected(root)) return;
    const dx = touch.clientX - from.x;
    if (!isSwipedAway({ distancePx: dx, durationMs: event.timeStamp - from.atMs })) return;
    onSwipe(dx < 0 ? 'left' : 'right');
  });
  root.addEventListener('touchcancel', end, { passive: true, signal: stop.signal });
  return () => stop.abort();
}

/** Whether the page is zoomed by two fingers. One finger then moves the page. */
function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

function takesTouches(target: Element, { clientY }: Touch, root: HTMLElement): boolean {
  if (target.closest(OWN_TOUCHES) !== null) return true;
  const film = target.closest('video');
  if (film !== null && clientY > film.getBoundingClientRect().bottom - CONTROLS_PX) return true;
  return ancestorsOf(target, root).some((each) => getComputedStyle(each).touchAction === 'none');
}

/** A wide element scrolls first. At its edge, the swipe is passed on. */
function scrollsToward(target: Element, dx: number, root: HTMLElement): boolean {
  return ancestorsOf(target, root).some((each) => {
    const hidden = each.scrollWidth - each.clientWidth;
    if (hidden <= 1 || !/auto|scroll/.test(getComputedStyle(each).overflowX)) return false;
    // In right-to-left elements, `scrollLeft` counts from the right, in negative numbers.
    const isRtl = getComputedStyle(each).direction === 'rtl';
    const fromLeft = isRtl ? hidden + each.scrollLeft : each.scrollLeft;
    return dx < 0 ? fromLeft < hidden - 1 : fromLeft > 1;
  });
}

function ancestorsOf(target: Element, root: HTMLElement): readonly Element[] {
  const found: Element[] = [];
  for (let each: Element | null = target; each !== null; each = parentOf(each)) {
    found.push(each);
    if (each === root) break;
  }
  return found;
}

function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}

function isTextSelected(root: HTMLElement): boolean {
  const selection = root.ownerDocument.getSelection();
  return selection !== null && !selection.isCollapsed && root.contains(selection.anchorNode);
}
