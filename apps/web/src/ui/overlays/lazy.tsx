import { type ComponentProps, lazy, Suspense } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

const loadDialog = () => import('./dialog.tsx');
const loadMenu = () => import('./menu.tsx');

const LazyDialog = lazy(async () => ({ default: (await loadDialog()).DialogOverlay }));
const LazyAlertDialog = lazy(async () => ({ default: (await loadDialog()).AlertDialogOverlay }));

/** The menu's own chunk, for menu-button.tsx. */
export const LazyMenu = lazy(async () => ({ default: (await loadMenu()).MenuOverlay }));

export type DialogProps = ComponentProps<typeof LazyDialog>;

/** A modal dialog. Renders nothing while closed; its code arrives with the first opening or when the page is idle. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LazyDialog {...props} />
    </Suspense>
  );
}

/** Asks before something that cannot be taken back. Escape and the backdrop mean no. */
export function AlertDialog(props: ComponentProps<typeof LazyAlertDialog>) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <LazyAlertDialog {...props} />
    </Suspense>
  );
}

/** Fetches the code of menus and dialogs when the browser has nothing else to do. Returns the way to call it off. */
export function prefetchOverlays(): () => void {
  // A failed prefetch is repeated by the first opening, which has a boundary to show the failure.
  return whenIdle(() => void Promise.allSettled([loadDialog(), loadMenu()]));
}
