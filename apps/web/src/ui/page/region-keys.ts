import { useEffect } from 'react';

const loadRegions = () => import('./focus-region.ts');

/** F6 and Shift+F6 move the focus between elements with `data-region`, or between a dialog and the messages over it. */
export function useRegionKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      void focusNext(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}

async function focusNext(step: 1 | -1): Promise<void> {
  const [code] = await Promise.allSettled([loadRegions()]);
  if (code.status === 'fulfilled') code.value.focusRegion(step);
}
