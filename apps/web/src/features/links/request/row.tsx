import { CircleCheck, File, Folder, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import styles from './request.module.css';

interface RowProps {
  readonly name: string;
  readonly isFolder: boolean;
  readonly facts: ReactNode;
  readonly status: ReactNode;
  readonly problem: string | undefined;
  readonly isDone?: boolean;
  readonly removeLabel?: string;
  readonly onRemove?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** A file, or a folder with everything in it. */
export function Row(props: RowProps) {
  const {
    name,
    isFolder,
    facts,
    status,
    problem,
    isDone = false,
    removeLabel = '',
    onRemove,
    children,
  } = props;
  return (
    <li className={styles['row']}>
      <span className={styles['mark']}>
        <Icon of={isFolder ? Folder : File} size={20} />
      </span>
      <span className={styles['words']}>
        <span className={styles['line']}>
          <strong className={styles['name']}>
            <bdi>{name}</bdi>
          </strong>
          <span className={styles[isDone ? 'good' : 'muted']}>{status}</span>
        </span>
        {children}
        <span className={styles['muted']}>{facts}</span>
        {problem !== undefined && <span className={styles['bad']}>{problem}</span>}
      </span>
      {isDone && (
        <span className={styles['check']}>
          <Icon of={CircleCheck} size={20} />
        </span>
      )}
      {onRemove !== undefined && <IconButton icon={X} label={removeLabel} onClick={onRemove} />}
    </li>
  );
}
