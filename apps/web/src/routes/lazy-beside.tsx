import { type ComponentProps, useEffect, useState } from 'react';
import { onLooksChange, onTransfersStart } from '../features/transfer/index.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { onToastsChange } from '../ui/toast-store.ts';
import type * as Code from './beside.tsx';

/**
 * There is nothing to show beside a page that has just come up: the code comes with the first message, or when the page is idle. What
 * could not be fetched is asked for again, and takes no page away meanwhile.
 */
export function LazyBeside(props: ComponentProps<typeof Code.Beside>) {
  const [code, setCode] = useState<typeof Code>();
  const isHere = code !== undefined;
  useEffect(() => {
    if (isHere) return undefined;
    const fetchCode = async (): Promise<void> => {
      const [result] = await Promise.allSettled([import('./beside.tsx')]);
      if (result.status === 'fulfilled') setCode(result.value);
    };
    const handleNeed = (): void => void fetchCode();
    const calls = [
      whenIdle(handleNeed),
      onToastsChange(handleNeed),
      onLooksChange(handleNeed),
      onTransfersStart(handleNeed),
    ];
    addEventListener('online', handleNeed);
    return () => {
      removeEventListener('online', handleNeed);
      for (const off of calls) off();
    };
  }, [isHere]);
  return code !== undefined && <code.Beside {...props} />;
}
