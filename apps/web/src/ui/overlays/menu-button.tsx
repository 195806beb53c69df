import { type ComponentProps, type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../button.tsx';
import type { IconShape } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { LazyMenu } from './lazy.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuProps {
  /** Name of the menu. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** Shown above the entries; not an entry. */
  readonly heading?: string;
}

interface MenuButtonProps extends MenuProps {
  /** Draws an icon button named `label`; without it a button with `label` as text. */
  readonly icon?: IconShape;
  readonly size?: 'small' | 'medium';
  readonly tone?: ButtonProps['tone'];
  readonly tabIndex?: number;
}

/** A button that opens a menu. The button is native; the menu's code arrives on the first opening. */
export function MenuButton({ icon, size = 'medium', tone, tabIndex, ...menu }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const common = {
    ref: trigger,
    tabIndex,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => setOpen(!isOpen),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(true);
    },
  } satisfies ComponentProps<'button'>;
  return (
    <>
      {icon === undefined ? (
        <Button tone={tone ?? 'secondary'} {...common}>
          {menu.label}
        </Button>
      ) : (
        <IconButton icon={icon} size={size} label={menu.label} {...common} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <LazyMenu {...menu} triggerRef={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Where a context menu opens: at the pointer, or beside an element when it was called by key. */
export type MenuAnchor = { readonly x: number; readonly y: number } | { readonly element: Element };

/** A menu without a button of its own. Open while `anchor` is there. */
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
