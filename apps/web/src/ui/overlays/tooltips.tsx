import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { lazy, Suspense } from '../loading/lazy.tsx';

const loadDelegate = () => import('./tooltip-layer.tsx');
const TooltipDelegate = lazy(async () => ({ default: (await loadDelegate()).TooltipDelegate }));

/** Shows `data-tooltip` of any element. Render it once per page; its code loads when the page is idle. */
export function TooltipLayer() {
  const hasCode = useFetchedCode();
  return <Suspense fallback={null}>{hasCode && <TooltipDelegate />}</Suspense>;
}

/** Ignores a failed load: the page works without tooltips. */
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
