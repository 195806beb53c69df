import { useEffect, useRef } from 'react';
import { isCovered } from '../../../lib/keys/is-covered.ts';

interface FocusFoundProps {
  readonly onFound: () => void;
}

/** When what had the focus is gone and nothing else took it, the list has it, also an empty one: its keys go on. */
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
    // A closed dialog returns the focus by itself, a little later.
    const timer = setTimeout(() => {
      if (!isLost()) return;
      last.current = null;
      onFound();
    });
    return () => clearTimeout(timer);
  });
  return null;
}
