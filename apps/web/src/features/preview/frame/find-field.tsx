import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Icon } from '../../../ui/marks/icon.tsx';
import styles from './sheet.module.css';

interface FindFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function FindField({ label, value, onValue }: FindFieldProps) {
  return (
    <label className={styles['find']}>
      <Icon of={Search} size={18} />
      <input
        type="search"
        dir="auto"
        value={value}
        placeholder={label}
        aria-label={label}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => clearOnEscape(event, () => onValue(''))}
      />
    </label>
  );
}

/** Clears the field on Escape, which would otherwise close the preview. */
function clearOnEscape(event: KeyboardEvent<HTMLInputElement>, clear: () => void): void {
  if (event.key !== 'Escape' || event.currentTarget.value === '') return;
  event.preventDefault();
  event.stopPropagation();
  clear();
}
