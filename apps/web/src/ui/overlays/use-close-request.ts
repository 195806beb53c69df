import { useEffect, useEffectEvent } from 'react';

declare global {
  interface Window {
    /** Not supported by every browser: https://developer.mozilla.org/docs/Web/API/CloseWatcher */
    readonly CloseWatcher?: new () => EventTarget & { readonly destroy: () => void };
  }
}

/** The back gesture of a phone closes the top layer instead of leaving the page. Keyboards use Escape. */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (window.CloseWatcher === undefined || !matchMedia('(pointer: coarse)').matches) return undefined;
    const watcher = new window.CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, []);
}
