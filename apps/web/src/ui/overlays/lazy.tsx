import type { ComponentProps } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { lazy, Suspense } from '../loading/lazy.tsx';

const loadDialog = () => import('./dialog.tsx');
const loadPopovers = () => import('./popovers.ts');

const LazyDialog = lazy(async () => ({ default: (await loadDialog()).DialogOverlay }));
const LazyAlertDialog = lazy(async () => ({ default: (await loadDialog()).AlertDialogOverlay }));

export const LazyMenu = lazy(async () => ({ default: (await loadPopovers()).MenuOverlay }));
export const Panel = lazy(async () => ({ default: (await loadPopovers()).PanelOverlay }));

export type DialogProps = ComponentProps<typeof LazyDialog>;

/** Its code is loaded when the page is idle, or with the first opening. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  );
}

export function AlertDialog(props: ComponentProps<typeof LazyAlertDialog>) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LazyAlertDialog {...props} />
    </Suspense>
  );
}

export function prefetchOverlays(): () => void {
  // The first opening retries a failed prefetch and shows the error.
  return whenIdle(() => void Promise.allSettled([loadDialog(), loadPopovers()]));
}
