import { useEffect, useState } from 'react';
import type { FreshUrl } from './fresh-url.ts';

/** The file's URL for what is fetched after the opening. Undefined until it is known. */
export function useLateUrl(freshUrl: FreshUrl): { readonly url: string } | 'failed' | undefined {
  const [late, setLate] = useState<{ readonly url: string } | 'failed'>();
  useEffect(() => {
    let isOver = false;
    const set = (next: { readonly url: string } | 'failed'): void => {
      if (!isOver) setLate(next);
    };
    freshUrl().then(
      (url) => set({ url }),
      () => set('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [freshUrl]);
  return late;
}
