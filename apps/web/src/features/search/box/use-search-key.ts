import { useEffect, useEffectEvent } from 'react';
import { isCovered } from '../../../lib/keys/is-covered.ts';
import { keyOf } from '../../../lib/keys/key-of.ts';
import { getPreferences } from '../../../lib/preferences.ts';

const TYPING = 'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"]';

/** Handles `/` before the list does, which jumps to names by their first letters. */
export function useSearchKey(onPress: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    if (keyOf(event) !== '/' || isHeld || event.isComposing || !getPreferences().hasLetterKeys) return;
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    if (isTyping || isCovered()) return;
    event.preventDefault();
    event.stopPropagation();
    onPress();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
