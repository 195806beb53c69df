import { useEffect, useEffectEvent, useRef } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { isCovered } from '../../lib/keys/is-covered.ts';
import { holdsFiles } from './drop/use-drops.tsx';
import { held } from './move/held-store.ts';

interface Paste {
  readonly onFiles: (data: DataTransfer) => void;
  /** Returns false if there is nothing to paste. */
  readonly onNodes: () => boolean;
  /** Called for a paste into a folder that may only be viewed. */
  readonly onRefused: () => void;
}

/**
 * Pastes files of the computer, or else the cut or copied items. Ignores pastes into fields, over a dialog, and by a
 * key that is held down.
 */
export function usePaste({ onFiles, onNodes, onRefused }: Paste): void {
  const { mayAdd } = useSpaceRights();
  const isHeld = useRef(false);
  const handlePaste = useEffectEvent((event: ClipboardEvent): void => {
    const data = event.clipboardData;
    // Even with the focus on a button of a dialog, the target of the event is the page.
    if (data === null || isHeld.current || isTyping(event.target) || isCovered()) return;
    const isOfFiles = holdsFiles(data);
    if (!mayAdd) {
      if (!isOfFiles && held() === undefined) return;
      onRefused();
    } else if (isOfFiles) onFiles(data);
    else if (!onNodes()) return;
    event.preventDefault();
  });
  useEffect(() => {
    const stop = new AbortController();
    const noteKey = ({ repeat }: KeyboardEvent): void => void (isHeld.current = repeat);
    addEventListener('paste', (event) => handlePaste(event), stop);
    document.addEventListener('keydown', noteKey, stop);
    document.addEventListener('keyup', noteKey, stop);
    return () => stop.abort();
  }, []);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable], dialog, [role="dialog"]') !== null
  );
}
