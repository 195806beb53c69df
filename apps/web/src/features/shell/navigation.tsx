import type { NodeId, Person, SpaceId } from '@coffer/contracts';
import { Activity, Clock, Folder, Folders, House, Plus, Settings2, Star, Trash2, Users } from 'lucide-react';
import { spacesQuery } from '../../api/spaces.ts';
import { useQuery } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { usePath } from '../../lib/hooks/use-location.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { ColorMark } from '../../ui/marks/color-mark.tsx';
import type { MenuEntry } from '../../ui/overlays/index.ts';
import { MorePlaces } from './more-places.tsx';
import styles from './navigation.module.css';
import { isBelow, openSpaceId, placeAddress } from './open-space.ts';
import { Place, type RenderTree } from './place.tsx';
import { QuotaUse } from './quota-use.tsx';
import { useText } from './texts.ts';

const LISTS = [
  { href: '/recent', icon: Clock, label: 'shell.recent' },
  { href: '/starred', icon: Star, label: 'shell.starred' },
] as const;

/** On a phone, these are in the menu. */
const IN_MORE = [
  { href: '/shared', icon: Users, label: 'shell.shared' },
  { href: '/activity', icon: Activity, label: 'shell.activity' },
] as const;

const PLACES = [
  { href: '/trash', icon: Trash2, label: 'shell.trash' },
  { href: '/admin', icon: Settings2, label: 'shell.administration', isForAuditors: true },
] as const;

const NEW_SPACE = 'new-space';

interface NavigationProps {
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  readonly renderTree: RenderTree;
  readonly role: Person['role'];
  readonly onNewSpace: () => void;
}

/** A sidebar; on a tablet a rail, and on a phone tabs. */
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
        {IN_MORE.map(({ label, ...place }) => (
          <Place key={label} {...place} label={text(label)} isCurrent={isBelow(path, place.href)} isInMore />
        ))}
        <OtherSpaces spaceId={spaceId} renderTree={renderTree} onNewSpace={onNewSpace} />
        {placesOf(role).map(({ label, href, icon }) => (
          <Place
            key={href}
            href={placeAddress(href, path, spaceId)}
            icon={icon}
            label={text(label)}
            isCurrent={isBelow(path, href)}
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
  return PLACES.filter((place) => !('isForAuditors' in place) || role !== 'member');
}

/** Renders nothing after a failure, which the page itself shows. */
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

/** On a phone, the menu of places that do not fit into the row of tabs. */
function More({ spaceId, role, onNewSpace }: Pick<NavigationProps, 'spaceId' | 'role' | 'onNewSpace'>) {
  const path = usePath();
  const text = useText();
  const { data } = useQuery(spacesQuery());
  const spaces = data?.items.filter(({ id }) => id !== spaceId) ?? [];
  const places = placesOf(role);
  const isCurrent = [
    ...IN_MORE.map(({ href }) => href),
    ...spaces.map(({ id }) => `/s/${id}`),
    ...places.map(({ href }) => href),
  ].some((section) => isBelow(path, section));
  const entries: readonly MenuEntry[] = [
    ...IN_MORE.map(({ href, icon, label }) => ({ id: href, label: text(label), icon })),
    ...spaces.map(({ id, name }) => ({ id: `/s/${id}`, label: name, icon: Folders })),
    ...(data?.mayCreate === true ? [{ id: NEW_SPACE, label: text('shell.newSpace'), icon: Plus }] : []),
    ...places.map(({ href, icon, label }, index) => ({
      id: placeAddress(href, path, spaceId),
      label: text(label),
      icon,
      startsGroup: index === 0,
    })),
  ];
  return (
    <MorePlaces
      entries={entries}
      isCurrent={isCurrent}
      onAction={(id) => {
        if (id === NEW_SPACE) onNewSpace();
        else navigate(id);
      }}
    />
  );
}
