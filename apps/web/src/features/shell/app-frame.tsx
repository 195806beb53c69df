import type { NodeId, Person, SpaceId } from '@coffer/contracts';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { brand } from '../../lib/brand.ts';
import { usePath } from '../../lib/hooks/use-location.ts';
import { useOnline } from '../../lib/hooks/use-online.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Logo } from '../../ui/marks/logo.tsx';
import { SkipLink } from '../../ui/page/skip-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-frame.module.css';
import { Navigation } from './navigation.tsx';
import { isBelow, useWash } from './open-space.ts';
import type { RenderTree } from './place.tsx';
import { useText } from './texts.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';

const AdminNavigation = lazy(async () => ({
  default: (await import('./administration/admin-navigation.tsx')).AdminNavigation,
}));

interface AppFrameProps {
  readonly person: Person;
  readonly spaceId: SpaceId;
  readonly rootId: NodeId;
  readonly onSignOut: () => Promise<void>;
  readonly onNewSpace: () => void;
  readonly search: ReactNode;
  readonly notifications: ReactNode;
  readonly renderTree: RenderTree;
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

const CONTENT = 'content';
/** Id of the slot for notices. It is no live region, because notices may contain buttons. */
export const NOTICES = 'notices';

export function AppFrame(props: AppFrameProps) {
  const { person, spaceId, onSignOut, onNewSpace, search, notifications, beside, children } = props;
  const text = useText();
  const isOnline = useOnline();
  const wash = useWash(spaceId);
  const isAdministration = isBelow(usePath(), '/admin') && person.role !== 'member';
  return (
    <div className={styles['frame']}>
      <SkipLink target={CONTENT}>{text('shell.skip')}</SkipLink>
      <header className={styles['bar']} data-region="">
        <Link href="/" className={styles['brand']} aria-label={text('shell.home')}>
          <Logo size={28} />
          <bdi className={styles['name']}>{brand.name}</bdi>
        </Link>
        <div className={styles['search']}>{search}</div>
        <output className={styles['offline']}>
          {!isOnline && (
            <>
              <Icon of={CloudOff} size={18} />
              <span>{text('shell.offline')}</span>
              <span className={styles['offlineMore']}>{text('shell.offline.stale')}</span>
            </>
          )}
        </output>
        <div className={styles['tools']}>
          <ThemeToggle />
          {notifications}
          <AccountMenu person={person} onSignOut={onSignOut} />
        </div>
      </header>
      {isAdministration ? (
        <Suspense fallback={null}>
          <AdminNavigation role={person.role} />
        </Suspense>
      ) : (
        <Navigation
          spaceId={spaceId}
          rootId={props.rootId}
          renderTree={props.renderTree}
          role={person.role}
          onNewSpace={onNewSpace}
        />
      )}
      <main id={CONTENT} tabIndex={-1} className={styles['content']} data-region="" data-wash={wash}>
        <div id={NOTICES} className={styles['notice']} />
        {children}
      </main>
      {beside}
    </div>
  );
}
