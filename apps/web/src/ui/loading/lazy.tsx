import {
  type ComponentType,
  type LazyExoticComponent,
  lazy as reactLazy,
  Suspense as ReactSuspense,
  type SuspenseProps,
  useSyncExternalStore,
} from 'react';

let arrived = 0;
const listeners = new Set<() => void>();

/** As React's `lazy`, for a `Suspense` of this file. */
export function lazy<P>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return reactLazy(async () => {
    const loaded = await load();
    // React hears of it first.
    setTimeout(announce);
    return loaded;
  });
}

/** React shows what arrives up to 300 ms later, unless something else changes (`FALLBACK_THROTTLE_MS`). */
export function Suspense(props: SuspenseProps) {
  useSyncExternalStore(listen, () => arrived);
  return <ReactSuspense {...props} />;
}

function announce(): void {
  arrived += 1;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
