export type Arrival = 'load' | 'push' | 'pop';

let arrival: Arrival = 'load';
const listeners = new Set<() => void>();

export function lastArrival(): Arrival {
  return arrival;
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
  arrival = by;
  for (const listener of listeners) listener();
}
