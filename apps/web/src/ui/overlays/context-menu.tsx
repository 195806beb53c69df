import { useRef } from 'react';
import { LazyMenu } from './lazy.tsx';
import type { MenuProps } from './menu-button.tsx';
import { Suspense } from '../loading/lazy.tsx';

export type MenuAnchor = { readonly x: number; readonly y: number } | { readonly element: Element };

export function ContextMenu(
  props: MenuProps & { readonly anchor: MenuAnchor; readonly onClose: () => void },
) {
  const { anchor, ...menu } = props;
  const point = useRef<HTMLSpanElement>(null);
  const box = 'element' in anchor ? anchor.element.getBoundingClientRect() : undefined;
  const x = 'element' in anchor ? (box?.left ?? 0) : anchor.x;
  const y = 'element' in anchor ? (box?.bottom ?? 0) : anchor.y;
  return (
    <>
      <span ref={point} aria-hidden="true" style={{ position: 'fixed', left: x, top: y }} />
      <Suspense fallback={null}>
        <LazyMenu {...menu} triggerRef={point} />
      </Suspense>
    </>
  );
}
