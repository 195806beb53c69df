import type { ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './page-frame.module.css';
import { PageHeading } from './page-heading.tsx';

interface PageFrameProps {
  readonly title: string;
  readonly intro?: string;
  /** Next to the heading, also on a phone. */
  readonly action?: ReactNode;
  /** Replaces `action`; on a phone also the heading. */
  readonly tools?: ReactNode;
  readonly tabs?: ReactNode;
  /** `list` fills the page and scrolls inside. `document`, and `wide` for tables, scroll the page. */
  readonly kind?: 'document' | 'wide' | 'list';
  readonly bodyRef?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

export function PageFrame(props: PageFrameProps) {
  const { title, intro, action, tools, tabs, kind = 'document', bodyRef, children } = props;
  return (
    <div className={classes(styles['page'], styles[kind])}>
      <header className={styles['header']}>
        <PageHeading title={title} />
        {tools === undefined ? (
          action !== undefined && <div className={styles['action']}>{action}</div>
        ) : (
          <div className={styles['tools']}>{tools}</div>
        )}
        {intro !== undefined && <p className={styles['intro']}>{intro}</p>}
      </header>
      {tabs}
      <div ref={bodyRef} className={styles['body']}>
        {children}
      </div>
    </div>
  );
}
