import { type ReactNode, useState } from 'react';
import styles from './links.module.css';
import { useText } from './texts.ts';

interface MoreOptionsProps {
  /** Whether the options are open at first. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Rarely used options. Their fields belong to the form even while they are hidden. */
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

/** Opens the hidden options first, because a hidden field cannot take the focus. */
export function showField(field: HTMLElement | null): void {
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}
