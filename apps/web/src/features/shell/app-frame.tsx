import type { Person, SpaceId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { useOnline } from '../../lib/use-online.ts';
import { Banner } from '../../ui/banner.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './app-frame.module.css';
import { Navigation } from './navigation.tsx';
import { useText } from './texts.ts';
import { ThemeToggle } from './theme-toggle.tsx';

interface AppFrameProps {
  readonly person: Person;
  /** The space whose use is shown. */
  readonly spaceId: SpaceId;
  readonly onSignOut: () => Promise<void>;
  /** What stands beside every page: it finds its place in the grid of the frame. */
  readonly beside: ReactNode;
  readonly children: ReactNode;
}

const CONTENT = 'content';
/** The id of the place above every page where it is said what is wrong. Not announced by itself: what stands there may hold buttons. */
export const NOTICES = 'notices';

/** Top bar, navigation and the place of the page. */
export function AppFrame({ person, spaceId, onSignOut, beside, children }: AppFrameProps) {
  const text = useText();
  const isOnline = useOnline();
  return (
    <div className={styles['frame']}>
      <SkipLink target={CONTENT}>{text('shell.skip')}</SkipLink>
      <header className={styles['bar']} data-region="">
        <Link href="/" className={styles['brand']} aria-label={text('shell.home')}>
          <Logo />
          <span className={styles['name']}>Coffer</span>
        </Link>
        <div className={styles['tools']}>
          <ThemeToggle />
          <AccountMenu person={person} onSignOut={onSignOut} />
        </div>
      </header>
      <Navigation spaceId={spaceId} role={person.role} />
      <main id={CONTENT} tabIndex={-1} className={styles['content']} data-region="">
        <output className={styles['notice']}>
          {!isOnline && <Banner tone="warning">{text('shell.offline')}</Banner>}
        </output>
        <div id={NOTICES} className={styles['notice']} />
        {children}
      </main>
      {beside}
    </div>
  );
}
