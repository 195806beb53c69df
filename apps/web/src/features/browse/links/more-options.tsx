import { type ReactNode, useState } from 'react';
import styles from './links.module.css';
import { useText } from './texts.ts';

interface MoreOptionsProps {
  /** At first. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Rarely used options. Its fields belong to the form even when it is closed. */
export function MoreOptions({ isOpen: isOpenAtFirst, children }: MoreOptionsProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      className={styles['handIns']}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{text('links.more')}</summary>
      <div className={styles['form']}>{children}</div>
    </details>
  );
}

/** A field in a closed part cannot take the focus. */
export function showField(field: HTMLElement | null): void {
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}
