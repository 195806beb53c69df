import { CircleCheck, CircleDashed, CircleX, Info } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import styles from './checklist.module.css';
import { Icon } from '../marks/icon.tsx';

export interface ChecklistItem {
  readonly id: string;
  readonly text: string;
  /** `server`: a rule that only the server can check. */
  readonly state: 'open' | 'done' | 'failed' | 'server';
}

interface ChecklistProps {
  readonly items: readonly ChecklistItem[];
  readonly doneLabel: string;
  readonly failedLabel: string;
}

const ICONS = { open: CircleDashed, done: CircleCheck, failed: CircleX, server: Info } as const;

export function Checklist({ items, doneLabel, failedLabel }: ChecklistProps) {
  return (
    <ul className={styles['list']}>
      {items.map(({ id, text, state }) => (
        <li key={id} className={classes(styles['item'], styles[state])}>
          <Icon of={ICONS[state]} size={16} />
          <span>
            {state === 'done' && <span className="visually-hidden">{doneLabel} </span>}
            {state === 'failed' && <span className="visually-hidden">{failedLabel} </span>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
