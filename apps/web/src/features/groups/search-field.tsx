import { Search } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './groups.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, hint, value, onChange }: SearchFieldProps) {
  return (
    <search className={styles['search']}>
      <Icon of={Search} size={18} />
      <input
        type="search"
        dir="auto"
        className={styles['field']}
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        maxLength={254}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </search>
  );
}
