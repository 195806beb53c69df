import { SECOND_MS } from '@coffer/kit';
import { createContext, useContext, useEffect, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useText } from '../texts.ts';
import styles from './loading.module.css';

const OVERDUE_MS = 20 * SECOND_MS;

const Reload = createContext<(() => void) | undefined>(undefined);

/** Opens the file again with a new URL. */
export const ReloadProvider = Reload;

interface LoadingProps {
  readonly label?: string;
  /** Over a thumbnail, the spinner is small and appears after a second. */
  readonly isOver?: boolean;
}

/** Shown while the bytes of a file are fetched. After a while it says that storage is slow, and offers a retry. */
export function Loading({ label, isOver = false }: LoadingProps) {
  const text = useText();
  const reload = useContext(Reload);
  const isOverdue = useIsOverdue();
  const words = label ?? text('preview.loading');
  if (!isOverdue || reload === undefined)
    return isOver ? <LateSpinner label={words} /> : <Spinner size="large" label={words} />;
  return <Overdue isOver={isOver} onReload={reload} />;
}

/** Only the notice of `Loading`, over a player that shows itself that it waits. */
export function SlowNotice() {
  const reload = useContext(Reload);
  const isOverdue = useIsOverdue();
  return isOverdue && reload !== undefined && <Overdue isOver onReload={reload} />;
}

function Overdue({ isOver, onReload }: { readonly isOver: boolean; readonly onReload: () => void }) {
  const text = useText();
  return (
    <div className={classes(styles['overdue'], isOver && styles['over'])}>
      <Spinner />
      <output>{text('preview.slow')}</output>
      <Button onClick={onReload}>{text('preview.retry')}</Button>
    </div>
  );
}

/** In the middle of its container, after a second. */
export function LateSpinner({ label }: { readonly label?: string }) {
  return (
    <span className={classes(styles['late'], styles['over'])}>
      {label === undefined ? <Spinner /> : <Spinner label={label} />}
    </span>
  );
}

function useIsOverdue(): boolean {
  const [isOverdue, setOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOverdue(true), OVERDUE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOverdue;
}
