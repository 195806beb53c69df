import { useEffect, useEffectEvent } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { holdsFiles } from './drop/use-drops.tsx';
import { held } from './move/held-store.ts';

interface Paste {
  readonly onFiles: (data: DataTransfer) => void;
  /** False when there is nothing to paste. */
  readonly onNodes: () => boolean;
  /** The folder may only be viewed. */
  readonly onRefused: () => void;
}

/** Files of the computer go first. Ignores pastes into fields. */
export function usePaste({ onFiles, onNodes, onRefused }: Paste): void {
  const { mayAdd } = useSpaceRights();
  const handlePaste = useEffectEvent((event: ClipboardEvent): void => {
    const data = event.clipboardData;
    if (data === null || isTyping(event.target)) return;
    const isOfFiles = holdsFiles(data);
    if (!mayAdd) {
      if (!isOfFiles && held() === undefined) return;
      onRefused();
    } else if (isOfFiles) onFiles(data);
    else if (!onNodes()) return;
    event.preventDefault();
  });
  useEffect(() => {
    const handle = (event: ClipboardEvent): void => handlePaste(event);
    addEventListener('paste', handle);
    return () => removeEventListener('paste', handle);
  }, []);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, [contenteditable], dialog, [role="dialog"]') !== null
  );
}
