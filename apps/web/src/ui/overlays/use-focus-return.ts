import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was before the dialog. The overlay library does so in the next frame, which may come before it
 * has made the page behind the dialog reachable again: an inert element takes no focus.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // All effects of the dialog that goes run in one go; after them the page behind is reachable.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) {
          opener.focus({ preventScroll: true });
        }
      });
    },
    [opener],
  );
}
