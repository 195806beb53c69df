import { type ComponentProps, useEffect, useState } from 'react';
import { onScansChange, onTransfersStart } from '../../features/transfer/index.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type * as Code from '../app-overlays.tsx';

export function LazyAppOverlays(props: ComponentProps<typeof Code.AppOverlays>) {
  const [code, setCode] = useState<typeof Code>();
  const isHere = code !== undefined;
  useEffect(() => {
    if (isHere) return undefined;
    const fetchCode = async (): Promise<void> => {
      const [result] = await Promise.allSettled([import('../app-overlays.tsx')]);
      if (result.status === 'fulfilled') setCode(result.value);
    };
    const handleNeed = (): void => void fetchCode();
    const calls = [whenIdle(handleNeed), onScansChange(handleNeed), onTransfersStart(handleNeed)];
    addEventListener('online', handleNeed);
    return () => {
      removeEventListener('online', handleNeed);
      for (const off of calls) off();
    };
  }, [isHere]);
  return code !== undefined && <code.AppOverlays {...props} />;
}
