import type { NodeView } from '@coffer/contracts';
import type { MouseEvent, ReactNode } from 'react';
import styles from './sharing.module.css';
import type { SharedItem } from './use-shared-pages.ts';

/** How the list renders and opens its items. */
export interface RowWays {
  readonly renderMark: (node: NodeView) => ReactNode;
  readonly hrefOf: (item: SharedItem) => string;
  readonly onOpen: (item: SharedItem) => void;
}

interface SharedRowProps extends RowWays {
  readonly item: SharedItem;
  readonly facts: readonly string[];
  readonly message: string;
  /** Shown before the item. */
  readonly start?: ReactNode;
  /** Shown after the text of the item. */
  readonly end: ReactNode;
}

export function SharedRow(props: SharedRowProps) {
  const { item, facts, message, renderMark, hrefOf, onOpen, start, end } = props;
  const { node } = item;
  const handleClick = (event: MouseEvent): void => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (isHeld || event.button !== 0) return;
    event.preventDefault();
    onOpen(item);
  };
  return (
    <li className={styles['row']}>
      {start}
      {renderMark(node)}
      <span className={styles['words']}>
        <a href={hrefOf(item)} className={styles['name']} onClick={handleClick}>
          <bdi dir="auto">{node.name}</bdi>
        </a>
        <span className={styles['facts']}>{facts.join(' · ')}</span>
        {message !== '' && (
          <span className={styles['message']} dir="auto">
            “{message}”
          </span>
        )}
      </span>
      {end}
    </li>
  );
}
