import { useEffect, useEffectEvent } from 'react';
import { holdsFiles } from './use-drop-zone.ts';

/** Takes files that are pasted anywhere but into a field. */
export function useFilePaste(onPaste: (data: DataTransfer) => void): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent): void => {
    const data = event.clipboardData;
    if (data === null || !holdsFiles(data) || isTyping(event.target)) return;
    event.preventDefault();
    onPaste(data);
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
