/** How the person came to the page that is shown: by opening it, by following a link, or by going back or forward. */
export type Arrival = 'load' | 'push' | 'pop';

let arrival: Arrival = 'load';

export function lastArrival(): Arrival {
  return arrival;
}

/** Starts to watch. The router announces its own navigations by events of these names. */
export function trackNavigation(): void {
  for (const type of ['pushState', 'replaceState']) {
    addEventListener(type, () => {
      arrival = 'push';
    });
  }
  addEventListener('popstate', () => {
    arrival = 'pop';
  });
}
