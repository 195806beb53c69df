import { lazy, Suspense, useEffect, useState } from 'react';
import { onTransfersStart } from '../features/transfer/index.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { onToastsChange } from '../ui/toast-store.ts';

const Beside = lazy(async () => ({ default: (await import('./beside.tsx')).Beside }));

/** There is nothing to show beside a page that has just come up: the code comes with the first message, or when the page is idle. */
export function LazyBeside() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    const handleNeed = (): void => setNeeded(true);
    const calls = [whenIdle(handleNeed), onToastsChange(handleNeed), onTransfersStart(handleNeed)];
    return () => {
      for (const off of calls) off();
    };
  }, []);
  return <Suspense fallback={null}>{isNeeded && <Beside />}</Suspense>;
}
