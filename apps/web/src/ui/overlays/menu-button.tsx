import { type ComponentProps, type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../button.tsx';
import type { IconShape } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { LazyMenu } from './lazy.tsx';
import type { MenuEntry } from './menu-entry.ts';

export interface MenuProps {
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
  /** Stands in the place of the icon. */
  readonly picture?: string | undefined;
  readonly size?: 'small' | 'medium';
  readonly tone?: ButtonProps['tone'];
  readonly tabIndex?: number;
}

/** A button that opens a menu. The button is native; the menu's code arrives on the first opening. */
export function MenuButton({ icon, picture, size = 'medium', tone, tabIndex, ...menu }: MenuButtonProps) {
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
        <IconButton icon={icon} picture={picture} size={size} label={menu.label} {...common} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <LazyMenu {...menu} triggerRef={trigger} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
