import { PERSON_STATUSES, SYSTEM_ROLES } from '@coffer/contracts';
import { Search } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import type { PeopleAddress } from './people-address.ts';
import { isNarrowed } from './people-address.ts';
import styles from './people.module.css';
import { useText } from './texts.ts';

interface FiltersProps {
  readonly address: PeopleAddress;
  /** Undefined while nothing was answered. */
  readonly found: number | undefined;
  readonly onChange: (address: PeopleAddress) => void;
}

export function Filters({ address, found, onChange }: FiltersProps) {
  const text = useText();
  const narrow = (change: Partial<PeopleAddress>): void => onChange({ ...address, ...change, page: 1 });
  return (
    <search className={styles['filters']}>
      <div className={styles['search']}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          dir="auto"
          className={styles['field']}
          aria-label={text('people.search')}
          placeholder={text('people.search.hint')}
          autoComplete="off"
          maxLength={254}
          value={address.text}
          onChange={({ currentTarget }) => narrow({ text: currentTarget.value })}
        />
      </div>
      <select
        className={styles['select']}
        aria-label={text('people.role')}
        value={address.role ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ role: SYSTEM_ROLES.find((role) => role === currentTarget.value) })
        }
      >
        <option value="">{text('people.role.any')}</option>
        {SYSTEM_ROLES.map((role) => (
          <option key={role} value={role}>
            {text(`people.role.${role}`)}
          </option>
        ))}
      </select>
      <select
        className={styles['select']}
        aria-label={text('people.status')}
        value={address.status ?? ''}
        onChange={({ currentTarget }) =>
          narrow({ status: PERSON_STATUSES.find((status) => status === currentTarget.value) })
        }
      >
        <option value="">{text('people.status.any')}</option>
        {PERSON_STATUSES.map((status) => (
          <option key={status} value={status}>
            {text(`people.status.${status}`)}
          </option>
        ))}
      </select>
      <output className={styles['found']}>
        {found !== undefined && isNarrowed(address) && text('people.found', { count: found })}
      </output>
    </search>
  );
}
