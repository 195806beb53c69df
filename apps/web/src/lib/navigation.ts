/** How the person came to the page that is shown: by opening it, by following a link, or by going back or forward. */
export type Arrival = 'load' | 'push' | 'pop';

let arrival: Arrival = 'load';
const listeners = new Set<() => void>();

export function lastArrival(): Arrival {
  return arrival;
}

/** Goes to a path of this application, with its query. */
export function navigate(to: string, { isReplacing = false } = {}): void {
  history[isReplacing ? 'replaceState' : 'pushState'](null, '', to);
  arrive('push');
}

export function onNavigation(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts to watch what the browser does by itself. */
export function trackNavigation(): void {
  addEventListener('popstate', () => arrive('pop'));
}

/** All are told in one turn, so that the page is drawn once. */
function arrive(by: Arrival): void {
  arrival = by;
  for (const listener of listeners) listener();
}
