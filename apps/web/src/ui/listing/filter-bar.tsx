import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../marks/icon.tsx';
import styles from './filter-bar.module.css';

const TEXT_MAX = 254;

interface FilterBarProps {
  readonly search: {
    readonly label: string;
    /** What the text is searched in: shown as a placeholder. */
    readonly hint: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
  /** Further filters: selects, dates and buttons. */
  readonly children?: ReactNode;
  /** How many items were found, announced when it changes. */
  readonly found?: string | undefined;
}

/** Stands above a list: a search field, and further filters. */
export function FilterBar({ search, children, found }: FilterBarProps) {
  return (
    <search className={styles['filters']}>
      <div className={styles['search']}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          dir="auto"
          className={styles['field']}
          aria-label={search.label}
          placeholder={search.hint}
          autoComplete="off"
          maxLength={TEXT_MAX}
          value={search.value}
          onChange={({ currentTarget }) => search.onChange(currentTarget.value)}
        />
      </div>
      {children}
      <output className={styles['found']}>{found}</output>
    </search>
  );
}

interface FilterChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, words: string])[];
  /** Label of the choice of no value. Without it, there is always a value. */
  readonly any?: string;
  readonly onChange: (value: T | undefined) => void;
}

export function FilterChoice<T extends string>(props: FilterChoiceProps<T>) {
  const { label, value, options, any, onChange } = props;
  return (
    <select
      className={styles['select']}
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(options.find(([each]) => each === currentTarget.value)?.[0])}
    >
      {any !== undefined && <option value="">{any}</option>}
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Groups two dates that form a range. */
export function FilterRange({ children }: { readonly children: ReactNode }) {
  return <div className={styles['range']}>{children}</div>;
}

interface FilterDateProps {
  readonly label: string;
  /** Written like `2026-11-26`. */
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function FilterDate({ label, value, min, max, onChange }: FilterDateProps) {
  return (
    <label className={styles['date']}>
      <span>{label}</span>
      <input
        type="date"
        className={styles['select']}
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </label>
  );
}
