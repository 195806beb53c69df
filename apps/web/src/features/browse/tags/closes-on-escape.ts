import type { KeyboardEvent } from 'react';

/** The dialog around it stays open. */
export function closesOnEscape(onClose: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
}
