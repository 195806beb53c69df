import { useEffect, useEffectEvent } from 'react';

/** Handles keys that nothing else has handled, except typing in fields. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const isField =
      event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable]');
    if (!event.defaultPrevented && !event.isComposing && !isField) onKey(event);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
