import { Fragment, type RefObject, useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu, MenuItem, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classes } from '../../lib/classes.ts';
import { currentLocale } from '../../lib/i18n.ts';
import { Icon } from '../icon.tsx';
import { Kbd } from '../kbd.tsx';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';

interface MenuOverlayProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly heading?: string;
  readonly triggerRef: RefObject<Element | null>;
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
}

export function MenuOverlay({ label, entries, heading, triggerRef, onAction, onClose }: MenuOverlayProps) {
  const menu = useRef<HTMLDivElement>(null);
  useFirstItemFocused(menu);
  return (
    // Else the direction would be that of the browser's language, which need not be the page's.
    <I18nProvider locale={currentLocale()}>
      <Popover
        aria-label={label}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        triggerRef={triggerRef}
        placement="bottom start"
        offset={4}
        className={styles['popover'] ?? ''}
      >
        {heading !== undefined && (
          <p className={styles['heading']} dir="auto">
            {heading}
          </p>
        )}
        <Menu
          ref={menu}
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that opens takes the focus (WAI-ARIA APG, menu button)
          autoFocus="first"
          className={styles['menu'] ?? ''}
          onAction={(key) => onAction(String(key))}
          onClose={onClose}
        >
          {entries.map((entry) => (
            <Fragment key={entry.id}>
              {entry.startsGroup === true && <Separator className={styles['separator'] ?? ''} />}
              <MenuItem
                id={entry.id}
                textValue={entry.label}
                isDisabled={entry.isDisabled ?? false}
                className={classes(styles['item'], entry.tone === 'danger' && styles['danger'])}
              >
                {entry.icon !== undefined && <Icon of={entry.icon} size={18} />}
                <span className={styles['label']}>{entry.label}</span>
                {entry.keys !== undefined && (
                  <span className={styles['keys']}>
                    <Kbd>{entry.keys}</Kbd>
                  </span>
                )}
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      </Popover>
    </I18nProvider>
  );
}

/** Once its code is here, the library focuses the menu before it has items: the focus then goes on to the first of them. */
function useFirstItemFocused(menu: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== menu.current) return;
      menu.current?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [menu]);
}
