import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { onScansChange, onTransfersStart } from '../../features/transfer/index.ts';
import { useOutageRetry } from '../../lib/hooks/use-outage-retry.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type * as Code from '../app-overlays.tsx';

export function LazyAppOverlays(props: ComponentProps<typeof Code.AppOverlays>) {
  const [code, setCode] = useState<typeof Code>();
  const [isAway, setAway] = useState(false);
  const isHere = code !== undefined;
  const fetchCode = async (): Promise<void> => {
    const [result] = await Promise.allSettled([import('../app-overlays.tsx')]);
    if (result.status === 'fulfilled') setCode(result.value);
    setAway(result.status === 'rejected');
  };
  const handleNeed = useEffectEvent(() => void fetchCode());
  useOutageRetry(isAway, fetchCode);
  useEffect(() => {
    if (isHere) return undefined;
    const calls = [whenIdle(handleNeed), onScansChange(handleNeed), onTransfersStart(handleNeed)];
    addEventListener('online', handleNeed);
    return () => {
      removeEventListener('online', handleNeed);
      for (const off of calls) off();
    };
  }, [isHere]);
  return code !== undefined && <code.AppOverlays {...props} />;
}
