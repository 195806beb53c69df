import { useEffect, useRef } from 'react';
import { useAsked } from '../ui/asked.ts';

/** A command may take its own tool away, at once or after a question. Pass the pressed one to the result. */
export function useToolFocus(focusNear: () => void): (pressed: HTMLElement) => void {
  const asked = useAsked();
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (last.current === undefined || last.current.isConnected || asked !== undefined) return undefined;
    // A closed dialog returns the focus by itself, a little later.
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
