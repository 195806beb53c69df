import { type ComponentProps, lazy, Suspense } from 'react';

const loadDialog = () => import('./dialog.tsx');
const loadMenu = () => import('./menu.tsx');
const loadTooltip = () => import('./tooltip-layer.tsx');

const LazyDialog = lazy(async () => ({ default: (await loadDialog()).DialogOverlay }));
const LazyAlertDialog = lazy(async () => ({ default: (await loadDialog()).AlertDialogOverlay }));
const LazyTooltipLayer = lazy(async () => ({ default: (await loadTooltip()).TooltipDelegate }));

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

/** Shows `data-tooltip` of any element on hover and keyboard focus. One for the page. */
export function TooltipLayer() {
  return (
    <Suspense fallback={null}>
      <LazyTooltipLayer />
    </Suspense>
  );
}

/** Fetches the code of menus and dialogs when the browser has nothing else to do. */
export function prefetchOverlays(): void {
  const fetchAll = (): void => {
    // A failed prefetch is repeated by the first opening, which has a boundary to show the failure.
    void Promise.allSettled([loadDialog(), loadMenu()]);
  };
  if (typeof requestIdleCallback === 'function') requestIdleCallback(fetchAll, { timeout: 10_000 });
  else setTimeout(fetchAll, 3_000);
}
