import type { NodeId, Person, Space, SpaceId } from '@coffer/contracts';
import {
  ChevronRight,
  Clock,
  Ellipsis,
  FileCheck,
  Folder,
  Folders,
  HardDrive,
  House,
  Link2,
  Plus,
  Settings,
  Star,
  Trash2,
  Users,
} from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { spacesQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { classes } from '../../lib/classes.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { setPreferences } from '../../lib/preferences.ts';
import { usePath } from '../../lib/hooks/use-location.ts';
import { usePreferences } from '../../lib/hooks/use-preferences.ts';
import { Icon, type IconShape } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { ColorMark } from '../../ui/marks/color-mark.tsx';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import styles from './navigation.module.css';
import { isBelow, openSpaceId } from './open-space.ts';
import { QuotaUse } from './quota-use.tsx';
import { useText } from './texts.ts';

const LISTS = [
  { href: '/recent', icon: Clock, label: 'shell.recent' },
  { href: '/starred', icon: Star, label: 'shell.starred' },
] as const;

const SHARED = { href: '/shared', icon: Users, label: 'shell.shared' } as const;

const PLACES = [
  { href: '/trash', icon: Trash2, label: 'shell.trash', section: '/trash' },
  {
    href: '/admin/people',
    icon: Users,
    label: 'shell.people',
    section: '/admin/people',
    role: 'administrator',
  },
  {
    href: '/admin/links',
    icon: Link2,
    label: 'shell.links',
    section: '/admin/links',
    role: 'auditor',
  },
  {
    href: '/admin/audit',
    icon: FileCheck,
    label: 'shell.audit',
    section: '/admin/audit',
    role: 'auditor',
  },
  {
    href: '/admin/storage',
    icon: HardDrive,
    label: 'shell.storage',
    section: '/admin/storage',
    role: 'auditor',
  },
  {
    href: '/admin/settings',
    icon: Settings,
    label: 'shell.administration',
    section: '/admin/settings',
    role: 'auditor',
  },
] as const;

const NEW_SPACE = 'new-space';

export type RenderTree = (space: Pick<Space, 'id' | 'rootId' | 'name'>) => ReactNode;

interface NavigationProps {
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  readonly renderTree: RenderTree;
  readonly role: Person['role'];
  readonly onNewSpace: () => void;
}

/** Sidebar, tablet rail or phone tabs. */
export function Navigation({ spaceId, rootId, role, renderTree, onNewSpace }: NavigationProps) {
  const path = usePath();
  const text = useText();
  return (
    <nav className={styles['navigation']} aria-label={text('shell.navigation')} data-region="">
      <ul className={styles['places']}>
        <Place href="/home" icon={House} label={text('shell.homePage')} isCurrent={isBelow(path, '/home')} />
        <Place
          href="/"
          icon={Folder}
          label={text('shell.files')}
          isCurrent={isBelow(path, `/s/${spaceId}`)}
          folders={{ id: spaceId, rootId, name: text('shell.files') }}
          renderTree={renderTree}
        />
        {LISTS.map(({ label, ...place }) => (
          <Place key={label} {...place} label={text(label)} isCurrent={isBelow(path, place.href)} />
        ))}
        <Place {...SHARED} label={text(SHARED.label)} isCurrent={isBelow(path, SHARED.href)} isInMore />
        <OtherSpaces spaceId={spaceId} renderTree={renderTree} onNewSpace={onNewSpace} />
        {placesOf(role).map(({ label, section, href, icon }) => (
          <Place
            key={section}
            href={href}
            icon={icon}
            label={text(label)}
            isCurrent={isBelow(path, section)}
            isInMore
            isAfter
          />
        ))}
        <More spaceId={spaceId} role={role} onNewSpace={onNewSpace} />
      </ul>
      <div className={styles['foot']}>
        <QuotaUse spaceId={openSpaceId(path) ?? spaceId} />
      </div>
    </nav>
  );
}

function placesOf(role: Person['role']) {
  return PLACES.filter((place) => !('role' in place) || role === place.role || role === 'administrator');
}

/** Empty after a failure, which the page shows. */
function OtherSpaces({ spaceId, renderTree, onNewSpace }: Omit<NavigationProps, 'role' | 'rootId'>) {
  const path = usePath();
  const text = useText();
  const { data } = useQuery(spacesQuery());
  const others = data?.items.filter(({ id }) => id !== spaceId) ?? [];
  const mayCreate = data?.mayCreate === true;
  if (others.length === 0 && !mayCreate) return null;
  return (
    <>
      <li data-in-more="" className={styles['heading']}>
        <span className={styles['headingText']}>{text('shell.spaces')}</span>
        {mayCreate && (
          <button
            type="button"
            className={styles['add']}
            aria-label={text('shell.newSpace')}
            onClick={onNewSpace}
          >
            <Icon of={Plus} size={18} />
          </button>
        )}
      </li>
      {others.map(({ id, rootId, name, color }) => (
        <Place
          key={id}
          href={`/s/${id}`}
          mark={<ColorMark name={name} color={color} />}
          label={name}
          title={name}
          isCurrent={isBelow(path, `/s/${id}`)}
          isInMore
          folders={{ id, rootId, name }}
          renderTree={renderTree}
        />
      ))}
    </>
  );
}

/** On a phone: the places that the row of tabs has no room for. */
function More({ spaceId, role, onNewSpace }: Pick<NavigationProps, 'spaceId' | 'role' | 'onNewSpace'>) {
  const path = usePath();
  const text = useText();
  const { data } = useQuery(spacesQuery());
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<Element>();
  const spaces = data?.items.filter(({ id }) => id !== spaceId) ?? [];
  const places = placesOf(role);
  const isCurrent = [
    SHARED.href,
    ...spaces.map(({ id }) => `/s/${id}`),
    ...places.map(({ section }) => section),
  ].some((section) => isBelow(path, section));
  const entries: readonly MenuEntry[] = [
    { id: SHARED.href, label: text(SHARED.label), icon: SHARED.icon },
    ...spaces.map(({ id, name }) => ({ id: `/s/${id}`, label: name, icon: Folders })),
    ...(data?.mayCreate === true ? [{ id: NEW_SPACE, label: text('shell.newSpace'), icon: Plus }] : []),
    ...places.map(({ href, icon, label }, index) => ({
      id: href,
      label: text(label),
      icon,
      startsGroup: index === 0,
    })),
  ];
  return (
    <li data-more="">
      <button
        ref={button}
        type="button"
        className={styles['place']}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => setAnchor(button.current ?? undefined)}
      >
        <Icon of={Ellipsis} />
        <span className={styles['label']}>{text('shell.more')}</span>
      </button>
      {anchor !== undefined && (
        <ContextMenu
          label={text('shell.more')}
          anchor={{ element: anchor }}
          entries={entries}
          onAction={(id) => {
            if (id === NEW_SPACE) onNewSpace();
            else navigate(id);
          }}
          onClose={() => {
            setAnchor(undefined);
            button.current?.focus();
          }}
        />
      )}
    </li>
  );
}

interface PlaceProps {
  readonly href: string;
  readonly icon?: IconShape;
  /** Instead of an icon. */
  readonly mark?: ReactNode;
  readonly label: string;
  readonly title?: string;
  readonly isCurrent: boolean;
  /** On a phone, in the menu instead. */
  readonly isInMore?: boolean;
  /** Below the spaces. */
  readonly isAfter?: boolean;
  /** Rows of a list can be dropped on it; its folders can be shown below while it is open. */
  readonly folders?: Parameters<RenderTree>[0];
  readonly renderTree?: RenderTree;
}

function Place({ href, icon, mark, label, title, isCurrent, folders, ...place }: PlaceProps) {
  const text = useText();
  const { hasTree } = usePreferences();
  const canShow = folders !== undefined && isCurrent;
  return (
    <li
      data-in-more={place.isInMore === true ? '' : undefined}
      className={classes(place.isAfter === true && styles['after'], canShow && styles['open'])}
    >
      <Link
        href={href}
        className={styles['place']}
        aria-current={isCurrent ? 'page' : undefined}
        data-drop-folder={folders?.rootId}
        data-drop-name={folders?.name}
        data-drop-copied={isCurrent ? undefined : true}
      >
        {icon === undefined ? mark : <Icon of={icon} />}
        <span className={styles['label']} dir="auto" title={title}>
          {label}
        </span>
      </Link>
      {canShow && (
        <>
          <button
            type="button"
            className={styles['twist']}
            aria-expanded={hasTree}
            aria-label={text('shell.folders')}
            onClick={() => setPreferences({ hasTree: !hasTree })}
          >
            <Icon of={ChevronRight} size={18} isMirrored />
          </button>
          {hasTree && <div className={styles['tree']}>{place.renderTree?.(folders)}</div>}
        </>
      )}
    </li>
  );
}
