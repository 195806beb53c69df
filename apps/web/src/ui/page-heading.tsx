import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../lib/classes.ts';
import { lastArrival } from '../lib/navigation.ts';
import styles from './page-heading.module.css';

const PRODUCT = 'Coffer';

interface PageHeadingProps {
  /** Heading and document title. */
  readonly title: string;
  readonly size?: 'medium' | 'large';
  /** Off where a field of the page takes the focus instead. */
  readonly takesFocus?: boolean;
  /** A new value is a new page for the focus, when the heading itself stays. */
  readonly pageKey?: string;
  readonly isHidden?: boolean;
  readonly children?: ReactNode;
}

/** The one `h1` of a page. Names the document, and takes the focus when a link led here. */
export function PageHeading({ pageKey = '', ...heading }: PageHeadingProps) {
  return <Heading key={pageKey} {...heading} />;
}

function Heading(props: Omit<PageHeadingProps, 'pageKey'>) {
  const { title, size = 'medium', takesFocus = true, isHidden = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    if (takesFocus && lastArrival() === 'push') heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={
        isHidden ? 'visually-hidden' : classes(styles['heading'], size === 'large' && styles['large'])
      }
    >
      {children ?? title}
    </h1>
  );
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${PRODUCT}`;
  }, [title]);
}
