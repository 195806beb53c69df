import { useEffect, useEffectEvent, useRef } from 'react';
import { lastArrival, onNavigation } from '../address/navigation.ts';

/**
 * Asks before the browser's Back or Forward leaves the page. `ask` receives the step to repeat. The returned function
 * lets the next step pass.
 */
export function useHistoryGuard(isNeeded: boolean, ask: (goOn: () => void) => void): () => void {
  const passes = useRef(false);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!isNeeded) return;
    let here = currentEntry();
    return onNavigation(() => {
      const isPassing = passes.current;
      passes.current = false;
      if (isPassing || lastArrival() !== 'pop') {
        here = currentEntry();
        return;
      }
      // Restores the address before anything is drawn for the other one.
      history.pushState(here.state, '', here.address);
      askNow(() => {
        passes.current = true;
        history.back();
      });
    });
  }, [isNeeded]);
  return () => {
    passes.current = true;
  };
}

function currentEntry() {
  return { state: history.state as unknown, address: location.href };
}
