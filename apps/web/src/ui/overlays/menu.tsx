import { Check } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Menu, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classes } from '../../lib/classes.ts';
import { currentLocale } from '../../lib/language/i18n.ts';
import { Icon } from '../marks/icon.tsx';
import { Kbd } from '../marks/kbd.tsx';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry.ts';
import { useCloseRequest } from './use-close-request.ts';

interface MenuOverlayProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly heading?: string;
  readonly sheetHeading?: string | undefined;
  readonly triggerRef: RefObject<Element | null>;
  /** Opens at the side of the trigger, where it moves up instead of being cut off at the end of the window. */
  readonly isBeside?: boolean;
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
}

export function MenuOverlay(props: MenuOverlayProps) {
  const { label, entries, heading, sheetHeading, triggerRef, isBeside, onAction, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  useFirstItemFocused(menu);
  useCloseRequest(onClose);
  return (
    // Without this provider, the direction would follow the browser's language.
    <I18nProvider locale={currentLocale()}>
      <Popover
        aria-label={label}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        triggerRef={triggerRef}
        placement={isBeside === true ? 'end top' : 'bottom start'}
        offset={4}
        className={styles['popover'] ?? ''}
      >
        {heading !== undefined && (
          <p className={styles['heading']} dir="auto">
            {heading}
          </p>
        )}
        {sheetHeading !== undefined && (
          <p className={classes(styles['heading'], styles['ofSheet'])} dir="auto">
            {sheetHeading}
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
          {groupsOf(entries).map((group, index) => [
            index > 0 && <Separator key="line" className={styles['separator'] ?? ''} />,
            isChoice(group) ? <Choice key={group[0]?.id} entries={group} /> : group.map(itemOf),
          ])}
        </Menu>
      </Popover>
    </I18nProvider>
  );
}

function groupsOf(entries: readonly MenuEntry[]): readonly (readonly MenuEntry[])[] {
  const groups: MenuEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group === undefined || entry.startsGroup === true) groups.push([entry]);
    else group.push(entry);
  }
  return groups;
}

function isChoice(group: readonly MenuEntry[]): boolean {
  return group.some((entry) => isTicked(entry) !== undefined);
}

function Choice({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const ticked = entries.filter((entry) => isTicked(entry) === true).map(({ id }) => id);
  const isAny = entries.some(({ isChecked }) => isChecked !== undefined);
  return (
    <MenuSection selectionMode={isAny ? 'multiple' : 'single'} selectedKeys={ticked}>
      {entries.map(itemOf)}
    </MenuSection>
  );
}

function isTicked({ isChosen, isChecked }: MenuEntry): boolean | undefined {
  return isChecked ?? isChosen;
}

function itemOf(entry: MenuEntry) {
  const ticked = isTicked(entry);
  return (
    <MenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      isDisabled={entry.isDisabled ?? false}
      className={classes(styles['item'], entry.tone === 'danger' && styles['danger'])}
    >
      {ticked !== undefined && (
        <span className={styles['tick']}>{ticked && <Icon of={Check} size={18} />}</span>
      )}
      {entry.icon !== undefined && <Icon of={entry.icon} size={18} />}
      <span className={styles['label']}>{entry.label}</span>
      {entry.keys !== undefined && (
        <span className={styles['keys']}>
          <Kbd>{entry.keys}</Kbd>
        </span>
      )}
    </MenuItem>
  );
}

/** A lazily loaded menu is focused before it has items. */
function useFirstItemFocused(menu: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== menu.current) return;
      menu.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [menu]);
}
