import type { KeyboardEvent } from 'react';

/** Keeps the surrounding dialog open. */
export function closesOnEscape(onClose: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
}
