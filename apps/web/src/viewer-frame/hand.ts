import { commandOf, keyOf } from '../lib/keys/key-of.ts';
import { listenToSwipes } from '../lib/touch/listen-to-swipes.ts';
import type { FrameNews } from './protocol.ts';

/** Keys that the application handles. */
const KEYS = ['Escape', 'ArrowLeft', 'ArrowRight', 'e', 'd', 'i', 's', 'F2', 'Delete', '+', '=', '-', '0'];
/** Keys that the application handles with Control: find, print, next match. */
const CONTROL_KEYS = ['f', 'p', 'g'];

/** The frame cannot navigate, so the application opens clicked links. Unhandled keys are forwarded too. */
export function listenToHand(page: Document, say: (news: FrameNews) => void): void {
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a, area') : null;
    if (link === null) return;
    event.preventDefault();
    const address = link.getAttribute('href') ?? link.getAttribute('xlink:href') ?? '';
    if (address.startsWith('#')) reveal(page, address.slice(1));
    else if (isLeading(address)) say({ say: 'open', address });
  };
  page.addEventListener('click', follow, true);
  page.addEventListener('auxclick', follow, true);
  page.addEventListener('submit', (event) => event.preventDefault(), true);
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      const command = commandOf(event);
      if (command === undefined || !CONTROL_KEYS.includes(command)) return;
      event.preventDefault();
      say({ say: 'key', key: command, isControl: true });
      return;
    }
    const key = keyOf(event);
    const isWriting = event.target instanceof HTMLInputElement;
    if (KEYS.includes(key) && !isWriting) say({ say: 'key', key, isControl: false });
  });
  // The application receives no touches on the frame, so a swipe is sent as an arrow key. A book turns its chapters by
  // the same keys.
  listenToSwipes(page.body, {
    onSwipe: (toward) => {
      const key = toward === 'left' ? 'ArrowRight' : 'ArrowLeft';
      page.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
  });
}

export function isLeading(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

function reveal(page: Document, fragment: string): void {
  const name = decoded(fragment);
  const place = page.getElementById(name) ?? page.getElementsByName(name)[0];
  place?.scrollIntoView({ block: 'start' });
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) return fragment;
    throw error;
  }
}
