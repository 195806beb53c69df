import { AUDIT_GROUPS } from '@coffer/contracts';
import { Search, X } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './audit.module.css';
import { type AuditAddress, EVERYTHING, isNarrowed } from './audit-address.ts';
import { useText } from './texts.ts';

const OUTCOMES = ['done', 'refused'] as const;

interface FiltersProps {
  readonly address: AuditAddress;
  /** Undefined while nothing was answered. */
  readonly found: string | undefined;
  readonly onChange: (address: AuditAddress) => void;
}

export function Filters({ address, found, onChange }: FiltersProps) {
  const text = useText();
  const narrow = (change: Partial<AuditAddress>): void =>
    onChange({ ...address, ...change, before: undefined });
  return (
    <search className={styles['filters']}>
      <div className={styles['search']}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          dir="auto"
          className={styles['field']}
          aria-label={text('audit.search')}
          placeholder={text('audit.search.hint')}
          autoComplete="off"
          maxLength={254}
          value={address.text}
          onChange={({ currentTarget }) => narrow({ text: currentTarget.value })}
        />
      </div>
      <select
        className={styles['field']}
        aria-label={text('audit.kind')}
        value={address.actions ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ actions: AUDIT_GROUPS.find((group) => group === currentTarget.value) })
        }
      >
        <option value="">{text('audit.kind.any')}</option>
        {AUDIT_GROUPS.map((group) => (
          <option key={group} value={group}>
            {text(`audit.kind.${group}`)}
          </option>
        ))}
      </select>
      <select
        className={styles['field']}
        aria-label={text('audit.outcome')}
        value={address.outcome ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ outcome: OUTCOMES.find((outcome) => outcome === currentTarget.value) })
        }
      >
        <option value="">{text('audit.outcome.any')}</option>
        {OUTCOMES.map((outcome) => (
          <option key={outcome} value={outcome}>
            {text(`audit.outcome.${outcome}`)}
          </option>
        ))}
      </select>
      <label className={styles['date']}>
        <span>{text('audit.from')}</span>
        <input
          type="date"
          className={styles['field']}
          value={address.from ?? ''}
          max={address.until}
          onChange={({ currentTarget }) => narrow({ from: currentTarget.value || undefined })}
        />
      </label>
      <label className={styles['date']}>
        <span>{text('audit.until')}</span>
        <input
          type="date"
          className={styles['field']}
          value={address.until ?? ''}
          min={address.from}
          onChange={({ currentTarget }) => narrow({ until: currentTarget.value || undefined })}
        />
      </label>
      {isNarrowed(address) && (
        <Button tone="quiet" icon={X} onClick={() => onChange(EVERYTHING)}>
          {text('audit.clear')}
        </Button>
      )}
      <output className={styles['found']}>{found}</output>
    </search>
  );
}
