import { useEffect, useEffectEvent } from 'react';
import { getPreferences } from '../../../lib/preferences.ts';

const TYPING = 'input, textarea, select, [contenteditable], dialog, [role="dialog"], [role="menu"]';
const OVERLAYS = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]';

interface SearchKeys {
  /** `/` */
  readonly onSearch: () => void;
  /** Ctrl+K or Cmd+K, also while somebody types. */
  readonly onGoTo: () => void;
}

/** Before the list hears it, which jumps to names by their letters. */
export function useSearchKey({ onSearch, onGoTo }: SearchKeys): void {
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.altKey || event.isComposing) return undefined;
    if (event.ctrlKey || event.metaKey) return event.key === 'k' ? onGoTo : undefined;
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    return event.key === '/' && !isTyping && getPreferences().hasLetterKeys ? onSearch : undefined;
  };
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    const act = actionOf(event);
    if (act === undefined || document.querySelector(OVERLAYS) !== null) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle, { capture: true });
    return () => document.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
