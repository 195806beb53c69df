import { useEffect, useEffectEvent } from 'react';
import { useSpaceRights } from '../../api/spaces/space-rights.ts';
import { holdsFiles } from './drop/use-drops.tsx';

interface Paste {
  readonly onFiles: (data: DataTransfer) => void;
  /** False when there is nothing to paste. */
  readonly onNodes: () => boolean;
}

/** Files of the computer go first. Ignores pastes into fields. */
export function usePaste({ onFiles, onNodes }: Paste): void {
  const { mayAdd } = useSpaceRights();
  const handlePaste = useEffectEvent((event: ClipboardEvent): void => {
    const data = event.clipboardData;
    if (!mayAdd || data === null || isTyping(event.target)) return;
    if (holdsFiles(data)) onFiles(data);
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
