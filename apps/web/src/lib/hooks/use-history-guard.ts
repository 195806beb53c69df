import { useEffect, useEffectEvent, useRef } from 'react';
import { guardSteps, onNavigation } from '../address/navigation.ts';

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
    const stopTracking = onNavigation(() => {
      here = currentEntry();
    });
    const endGuard = guardSteps(() => {
      const isPassing = passes.current;
      passes.current = false;
      if (isPassing) return false;
      history.pushState(here.state, '', here.address);
      askNow(() => {
        passes.current = true;
        history.back();
      });
      return true;
    });
    return () => {
      stopTracking();
      endGuard();
    };
  }, [isNeeded]);
  return () => {
    passes.current = true;
  };
}

function currentEntry() {
  return { state: history.state as unknown, address: location.href };
}
