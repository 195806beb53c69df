import { useEffect, useRef } from 'react';
import { isCovered } from '../../../lib/keys/is-covered.ts';

interface FocusFoundProps {
  readonly onFound: () => void;
}

/**
 * If the focused element disappears and nothing else takes the focus, the list gets it, even if empty, so that its keys
 * keep working.
 */
export function FocusFound({ onFound }: FocusFoundProps) {
  const last = useRef<EventTarget>(null);
  useEffect(() => {
    const handle = ({ target }: FocusEvent): void => {
      last.current = target;
    };
    document.addEventListener('focusin', handle);
    return () => document.removeEventListener('focusin', handle);
  }, []);
  useEffect(() => {
    const isLost = (): boolean =>
      document.activeElement === document.body &&
      last.current instanceof Element &&
      !last.current.isConnected &&
      !isCovered();
    if (!isLost()) return undefined;
    // A closed dialog returns the focus a little later, so this waits.
    const timer = setTimeout(() => {
      if (!isLost()) return;
      last.current = null;
      onFound();
    });
    return () => clearTimeout(timer);
  });
  return null;
}
