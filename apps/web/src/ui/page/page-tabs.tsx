import { Link } from '../controls/link.tsx';
import styles from './page-tabs.module.css';

interface PageTabsProps {
  readonly label: string;
  readonly links: readonly { readonly href: string; readonly label: string; readonly isCurrent: boolean }[];
}

export function PageTabs({ label, links }: PageTabsProps) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          className={styles['tab']}
          aria-current={link.isCurrent ? 'page' : undefined}
          {...(link.isCurrent ? { ref: bringIntoSight } : {})}
        >
          <span className={styles['label']} dir="auto">
            {link.label}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the tabs may be wider than the page. */
function bringIntoSight(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
