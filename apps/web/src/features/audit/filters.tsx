import { AUDIT_GROUPS } from '@coffer/contracts';
import { X } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { FilterBar, FilterChoice, FilterDate, FilterRange } from '../../ui/listing/filter-bar.tsx';
import { type AuditAddress, EVERYTHING, isNarrowed } from './audit-address.ts';
import { useText } from './texts.ts';

const OUTCOMES = ['done', 'refused'] as const;

interface FiltersProps {
  readonly address: AuditAddress;
  /** Text about the number of matches. Undefined until the first response. */
  readonly found: string | undefined;
  readonly onChange: (address: AuditAddress) => void;
}

export function Filters({ address, found, onChange }: FiltersProps) {
  const text = useText();
  const narrow = (change: Partial<AuditAddress>): void =>
    onChange({ ...address, ...change, before: undefined });
  return (
    <FilterBar
      search={{
        label: text('audit.search'),
        hint: text('audit.search.hint'),
        value: address.text,
        onChange: (typed) => narrow({ text: typed }),
      }}
      found={found}
    >
      <FilterChoice
        label={text('audit.kind')}
        any={text('audit.kind.any')}
        value={address.actions}
        options={AUDIT_GROUPS.map((group) => [group, text(`audit.kind.${group}`)] as const)}
        onChange={(actions) => narrow({ actions })}
      />
      <FilterChoice
        label={text('audit.outcome')}
        any={text('audit.outcome.any')}
        value={address.outcome}
        options={OUTCOMES.map((outcome) => [outcome, text(`audit.outcome.${outcome}`)] as const)}
        onChange={(outcome) => narrow({ outcome })}
      />
      <FilterRange>
        <FilterDate
          label={text('audit.from')}
          value={address.from}
          max={address.until}
          onChange={(from) => narrow({ from })}
        />
        <FilterDate
          label={text('audit.until')}
          value={address.until}
          min={address.from}
          onChange={(until) => narrow({ until })}
        />
      </FilterRange>
      {isNarrowed(address) && (
        <Button tone="quiet" icon={X} onClick={() => onChange(EVERYTHING)}>
          {text('audit.clear')}
        </Button>
      )}
    </FilterBar>
  );
}
