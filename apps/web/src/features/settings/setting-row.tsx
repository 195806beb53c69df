import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

export interface RowIds {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': true | undefined;
}

interface SettingRowProps {
  readonly label: string;
  readonly hint: string;
  readonly error?: string | undefined;
  readonly children: (ids: RowIds) => ReactNode;
}

export function SettingRow({ label, hint, error, children }: SettingRowProps) {
  const id = useId();
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <p id={`${id}-hint`} className={styles['muted']}>
          {hint}
        </p>
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </div>
      <div className={styles['control']}>
        {children({
          id,
          'aria-describedby': `${id}-hint${error === undefined ? '' : ` ${id}-error`}`,
          'aria-invalid': error === undefined ? undefined : true,
        })}
      </div>
    </div>
  );
}
