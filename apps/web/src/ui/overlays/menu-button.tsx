import { ChevronDown } from 'lucide-react';
import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { Button, type ButtonProps } from '../controls/button.tsx';
import { Icon, type IconShape } from '../marks/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { LazyMenu } from './lazy.tsx';
import styles from './menu-button.module.css';
import type { MenuEntry } from './menu-entry.ts';
import { Suspense } from '../loading/lazy.tsx';

export interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  readonly heading?: string;
  /** Opens at the side of the button, because a long menu would be cut off above or below it. */
  readonly isBeside?: boolean;
  /** The subject of the menu, if it is not visible next to the menu. */
  readonly sheetHeading?: string | undefined;
}

/** Props of a component that renders its own menu items. */
export interface MenuSlot extends Pick<MenuProps, 'label' | 'onAction'> {
  /** The current choice, to be marked in the menu. */
  readonly current: string | undefined;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** With `as`, the code of the menu items is loaded with the first opening. */
type MenuContent =
  | (Omit<MenuProps, 'label' | 'onAction'> & { readonly as?: undefined })
  | { readonly as: ComponentType<MenuSlot>; readonly current?: string };

type MenuButtonProps = MenuContent &
  Pick<MenuProps, 'label' | 'onAction'> & {
    /** If given, an icon button with the accessible name `label`; otherwise `label` is the text of the button. */
    readonly icon?: IconShape;
    /** Shown next to the icon if there is room. */
    readonly words?: string;
    readonly lead?: IconShape;
    readonly face?: ReactNode;
    readonly size?: 'small' | 'medium';
    readonly tone?: ButtonProps['tone'];
    readonly tabIndex?: number;
  };

export function MenuButton(props: MenuButtonProps) {
  const { icon, words, lead, face, size = 'medium', tone, tabIndex, ...menu } = props;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => setOpen(false);
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
      {icon === undefined && face === undefined ? (
        <Button tone={tone ?? 'secondary'} {...(lead === undefined ? {} : { icon: lead })} {...common}>
          <span className={styles['text']}>
            {menu.label}
            <Icon of={ChevronDown} size={16} />
          </span>
        </Button>
      ) : (
        <IconButton icon={icon} words={words} face={face} size={size} label={menu.label} {...common} />
      )}
      {isOpen && (
        <Suspense fallback={null}>
          {menu.as === undefined ? (
            <LazyMenu {...menu} triggerRef={trigger} onClose={close} />
          ) : (
            <menu.as
              label={menu.label}
              onAction={menu.onAction}
              current={menu.current}
              triggerRef={trigger}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  );
}
