import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

const loadDelegate = () => import('./tooltip-layer.tsx');
const TooltipDelegate = lazy(async () => ({ default: (await loadDelegate()).TooltipDelegate }));

/** Shows `data-tooltip` of any element on hover and keyboard focus. One for the page; its code comes when the page is idle. */
export function TooltipLayer() {
  const hasCode = useFetchedCode();
  return <Suspense fallback={null}>{hasCode && <TooltipDelegate />}</Suspense>;
}

/** A page without tooltips is no broken page: what could not be fetched is left out. */
function useFetchedCode(): boolean {
  const [hasCode, setHasCode] = useState(false);
  useEffect(() => {
    const fetchCode = async (): Promise<void> => {
      const [result] = await Promise.allSettled([loadDelegate()]);
      setHasCode(result.status === 'fulfilled');
    };
    return whenIdle(() => void fetchCode());
  }, []);
  return hasCode;
}
