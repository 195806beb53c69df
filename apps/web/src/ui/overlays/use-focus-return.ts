import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was before the dialog. The overlay library does so in the next frame, which may come before it
 * has made the page behind the dialog reachable again: an inert element takes no focus.
 */
export function useFocusReturn(): void {
  const [places] = useState(placesOfFocus);
  useEffect(
    () => () => {
      // All effects of the dialog that goes run in one go; after them the page behind is reachable.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        places.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
      });
    },
    [places],
  );
}

/** What has the focus, and what it lies in that can have it too: what opened a dialog may be gone at its end. */
function placesOfFocus(): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  let place = document.activeElement;
  while (place instanceof HTMLElement) {
    places.push(place);
    place = place.parentElement?.closest('[tabindex="0"]') ?? null;
  }
  return places;
}
