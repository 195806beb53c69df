import type { Person, SpaceId } from '@coffer/contracts';
import { Folder, HardDrive, Settings, Trash2 } from 'lucide-react';
import { usePath } from '../../lib/use-location.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './navigation.module.css';
import { QuotaUse } from './quota-use.tsx';
import { useText } from './texts.ts';

const PLACES = [
  {
    id: 'files',
    href: '/',
    icon: Folder,
    label: 'shell.files',
    isCurrent: (path: string) => path.startsWith('/s/'),
  },
  {
    id: 'trash',
    href: '/trash',
    icon: Trash2,
    label: 'shell.trash',
    isCurrent: (path: string) => path === '/trash',
  },
  {
    id: 'settings',
    href: '/settings/security',
    icon: Settings,
    label: 'shell.settings',
    isCurrent: (path: string) => path.startsWith('/settings'),
  },
  {
    id: 'storage',
    href: '/admin/storage',
    icon: HardDrive,
    label: 'shell.storage',
    isCurrent: (path: string) => path.startsWith('/admin'),
    isForStaff: true,
  },
] as const;

interface NavigationProps {
  readonly spaceId: SpaceId;
  /** Administrators and auditors have more places to go to. */
  readonly role: Person['role'];
}

/** A column at the side, a rail on a tablet, tabs at the bottom of a phone: one list, three shapes. */
export function Navigation({ spaceId, role }: NavigationProps) {
  const path = usePath();
  const text = useText();
  return (
    <nav className={styles['navigation']} aria-label={text('shell.navigation')} data-region="">
      <ul className={styles['places']}>
        {PLACES.filter((place) => role !== 'member' || !('isForStaff' in place)).map(
          ({ id, href, icon, label, isCurrent }) => (
            <li key={id}>
              <Link
                href={href}
                className={styles['place']}
                aria-current={isCurrent(path) ? 'page' : undefined}
              >
                <Icon of={icon} />
                <span className={styles['label']}>{text(label)}</span>
              </Link>
            </li>
          ),
        )}
      </ul>
      <div className={styles['foot']}>
        <QuotaUse spaceId={spaceId} />
      </div>
    </nav>
  );
}
