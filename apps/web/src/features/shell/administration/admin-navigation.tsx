import type { Person } from '@coffer/contracts';
import {
  Activity,
  ArrowLeft,
  FileCheck,
  Folders,
  HardDrive,
  ListChecks,
  Link2,
  Settings2,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { navigate } from '../../../lib/address/navigation.ts';
import { usePath } from '../../../lib/hooks/use-location.ts';
import { MorePlaces } from '../more-places.tsx';
import styles from '../navigation.module.css';
import { isBelow } from '../open-space.ts';
import { Place } from '../place.tsx';
import { useText } from './texts.ts';

const OVERVIEW = '/admin';

/** Places in the navigation. Those with `isInFront` fit into the row of tabs on a phone. */
const PLACES = [
  { href: OVERVIEW, icon: Activity, id: 'overview', isInFront: true },
  { href: '/admin/people', icon: UserRound, id: 'people', isInFront: true, isForAdministrators: true },
  { href: '/admin/people/groups', icon: Users, id: 'groups', isForAdministrators: true },
  { href: '/admin/spaces', icon: Folders, id: 'spaces', isInFront: true },
  { href: '/admin/links', icon: Link2, id: 'links' },
  { href: '/admin/webhooks', icon: Webhook, id: 'webhooks', isForAdministrators: true },
  { href: '/admin/audit', icon: FileCheck, id: 'audit' },
  { href: '/admin/storage', icon: HardDrive, id: 'storage' },
  { href: '/admin/jobs', icon: ListChecks, id: 'jobs' },
  { href: '/admin/settings', icon: Settings2, id: 'settings' },
] as const;

/** The navigation on pages of administration, which replaces that of files. */
export function AdminNavigation({ role }: { readonly role: Person['role'] }) {
  const text = useText();
  const path = usePath();
  const places = PLACES.filter((place) => !('isForAdministrators' in place) || role === 'administrator');
  const current = places
    .filter(({ href }) => (href === OVERVIEW ? path === href : isBelow(path, href)))
    // The paths of people and groups begin alike, so the longest match counts.
    .toSorted((one, other) => other.href.length - one.href.length)[0];
  const others = places.filter((place) => !('isInFront' in place));
  return (
    <nav className={styles['navigation']} aria-label={text('adminNavigation.label')} data-region="">
      <ul className={styles['places']}>
        <Place
          href="/"
          icon={ArrowLeft}
          isIconMirrored
          label={text('adminNavigation.back')}
          isCurrent={false}
        />
        {places.map((place) => (
          <Place
            key={place.id}
            href={place.href}
            icon={place.icon}
            label={text(`adminNavigation.${place.id}`)}
            isCurrent={place === current}
            isInMore={!('isInFront' in place)}
            isAfter={place.href === OVERVIEW}
          />
        ))}
        <MorePlaces
          entries={others.map(({ href, icon, id }) => ({
            id: href,
            label: text(`adminNavigation.${id}`),
            icon,
          }))}
          isCurrent={current !== undefined && others.includes(current)}
          onAction={navigate}
        />
      </ul>
    </nav>
  );
}
