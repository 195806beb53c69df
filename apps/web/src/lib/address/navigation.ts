import { takeHeldDrop } from '../held-drop.ts';

export type Arrival = 'load' | 'push' | 'pop';

let arrival: Arrival = 'load';
let isFocusTaken = false;
const listeners = new Set<() => void>();

export function lastArrival(): Arrival {
  return arrival;
}

/**
 * True for the first caller after a `push` navigation. A heading that is rendered again later must not take the focus.
 */
export function takeArrivalFocus(): boolean {
  if (arrival !== 'push' || isFocusTaken) return false;
  isFocusTaken = true;
  return true;
}

interface NavigationOptions {
  readonly isReplacing?: boolean;
  /** Stored in the history entry; survives reloads. */
  readonly state?: string | undefined;
}

export function navigate(to: string, { isReplacing = false, state }: NavigationOptions = {}): void {
  history[isReplacing ? 'replaceState' : 'pushState'](state ?? null, '', to);
  arrive('push');
}

export function onNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function trackNavigation(): void {
  addEventListener('popstate', () => arrive('pop'));
}

function arrive(by: Arrival): void {
  // A drop was meant for the page that was loading.
  takeHeldDrop();
  arrival = by;
  isFocusTaken = false;
  for (const listener of listeners) listener();
}
