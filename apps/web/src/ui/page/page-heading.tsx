import { type ReactNode, useEffect, useRef } from 'react';
import { brand } from '../../lib/brand.ts';
import { classes } from '../../lib/classes.ts';
import { lastArrival, takeArrivalFocus } from '../../lib/address/navigation.ts';
import styles from './page-heading.module.css';

interface PageHeadingProps {
  readonly title: string;
  readonly size?: 'medium' | 'large';
  readonly takesFocus?: boolean;
  readonly pageKey?: string;
  readonly isHidden?: boolean;
  readonly children?: ReactNode;
}

/** Sets the document title, and takes the focus after navigation. */
export function PageHeading({ pageKey = '', ...heading }: PageHeadingProps) {
  return <Heading key={pageKey} {...heading} />;
}

function Heading(props: Omit<PageHeadingProps, 'pageKey'>) {
  const { title, size = 'medium', takesFocus = true, isHidden = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => {
    if (!takesFocus || lastArrival() !== 'push') return;
    if (takeArrivalFocus() || document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
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

const titles: { page?: string; over?: string } = {};

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    titles.page = title;
    writeTitle();
  }, [title]);
}

/** Sets the document title while a page-covering dialog is open, even if the page below changes its own. */
export function useTitleOver(title: string): void {
  useEffect(() => {
    titles.over = title;
    writeTitle();
    return () => {
      delete titles.over;
      writeTitle();
    };
  }, [title]);
}

function writeTitle(): void {
  document.title = [titles.over ?? titles.page, brand.name].filter(Boolean).join(' – ');
}
