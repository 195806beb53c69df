import { PERSON_STATUSES, SYSTEM_ROLES } from '@coffer/contracts';
import { FilterBar, FilterChoice } from '../../ui/listing/filter-bar.tsx';
import type { PeopleAddress } from './people-address.ts';
import { isNarrowed } from './people-address.ts';
import { useText } from './texts.ts';

interface FiltersProps {
  readonly address: PeopleAddress;
  /** Number of matches. Undefined until the first response. */
  readonly found: number | undefined;
  readonly onChange: (address: PeopleAddress) => void;
}

export function Filters({ address, found, onChange }: FiltersProps) {
  const text = useText();
  const narrow = (change: Partial<PeopleAddress>): void => onChange({ ...address, ...change, page: 1 });
  return (
    <FilterBar
      search={{
        label: text('people.search'),
        hint: text('people.search.hint'),
        value: address.text,
        onChange: (typed) => narrow({ text: typed }),
      }}
      found={found !== undefined && isNarrowed(address) ? text('people.found', { count: found }) : undefined}
    >
      <FilterChoice
        label={text('people.role')}
        any={text('people.role.any')}
        value={address.role}
        options={SYSTEM_ROLES.map((role) => [role, text(`people.role.${role}`)] as const)}
        onChange={(role) => narrow({ role })}
      />
      <FilterChoice
        label={text('people.status')}
        any={text('people.status.any')}
        value={address.status}
        options={PERSON_STATUSES.map((status) => [status, text(`people.status.${status}`)] as const)}
        onChange={(status) => narrow({ status })}
      />
    </FilterBar>
  );
}
