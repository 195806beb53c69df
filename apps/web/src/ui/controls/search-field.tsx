import { Search } from 'lucide-react';
import type { KeyboardEventHandler } from 'react';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../marks/icon.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Narrower than a list, for a place next to other controls. */
  readonly isNarrow?: boolean;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: KeyboardEventHandler;
}

const TEXT_MAX = 254;

export function SearchField(props: SearchFieldProps) {
  const { label, hint, value, isNarrow = false, onChange, onKeyDown } = props;
  return (
    <search className={classes(styles['search'], isNarrow && styles['narrow'])}>
      <Icon of={Search} size={18} />
      <input
        type="search"
        dir="auto"
        className={styles['field']}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        maxLength={TEXT_MAX}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </search>
  );
}
