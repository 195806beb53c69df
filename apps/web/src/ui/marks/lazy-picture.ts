import type { ComponentType, ReactNode } from 'react';
import { lazy } from '../loading/lazy.tsx';

interface WithFallback {
  readonly fallback: ReactNode;
}

/** A component that shows its `fallback` if its code cannot be loaded. */
export function lazyPicture<P extends WithFallback>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return lazy(async () => {
    const [loaded] = await Promise.allSettled([load()]);
    return { default: loaded.status === 'fulfilled' ? loaded.value : FallbackOnly };
  });
}

function FallbackOnly({ fallback }: WithFallback): ReactNode {
  return fallback;
}
