import { useEffect, useState } from 'react';

/**
 * Returns the focus when an overlay closes. The overlay library may restore it while the page is still inert, which
 * loses it.
 */
export function useFocusReturn(): void {
  const [places] = useState(placesOfFocus);
  useEffect(
    () => () => {
      // Runs after all cleanup effects, when the page is no longer inert.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        places.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
      });
    },
    [places],
  );
}

/** Includes ancestors, because the element that opened the overlay may be removed. */
function placesOfFocus(): readonly HTMLElement[] {
  const places: HTMLElement[] = [];
  let place = document.activeElement;
  while (place instanceof HTMLElement) {
    places.push(place);
    place = place.parentElement?.closest('[tabindex="0"]') ?? null;
  }
  return places;
}
