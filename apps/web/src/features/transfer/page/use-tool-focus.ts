import { useEffect, useRef } from 'react';
import { useAsked } from '../ui/asked.ts';

/**
 * A command may remove its own button, at once or after a question. Pass the pressed button to the returned function.
 */
export function useToolFocus(focusNear: () => void): (pressed: HTMLElement) => void {
  const asked = useAsked();
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (last.current === undefined || last.current.isConnected || asked !== undefined) return undefined;
    // A closed dialog returns the focus a little later, so this waits.
    const timer = setTimeout(() => {
      last.current = undefined;
      if (document.activeElement === document.body) focusNear();
    });
    return () => clearTimeout(timer);
  });
  return (pressed) => {
    last.current = pressed;
  };
}
