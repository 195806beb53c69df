import { FilterBar, FilterChoice } from '../../ui/listing/filter-bar.tsx';
import { ADMIN_STATES } from './admin-links-address.ts';
import { LINK_KINDS, type LinkKind, LINK_SORTS, type LinkSort } from './listed-link.ts';
import { useText } from './texts.ts';

export interface LinkFilter {
  readonly text: string;
  readonly kind?: LinkKind | undefined;
  readonly state: 'active' | 'ended' | undefined;
  readonly sort: LinkSort;
}

interface LinkFiltersProps {
  readonly value: LinkFilter;
  /** What the text is searched in: shown as a placeholder. */
  readonly hint: string;
  readonly hasKinds?: boolean;
  readonly onChange: (change: Partial<LinkFilter>) => void;
}

export function LinkFilters({ value, hint, hasKinds = false, onChange }: LinkFiltersProps) {
  const text = useText();
  return (
    <FilterBar
      search={{
        label: text('linkLists.search'),
        hint,
        value: value.text,
        onChange: (typed) => onChange({ text: typed }),
      }}
    >
      {hasKinds && (
        <FilterChoice
          label={text('linkLists.kind')}
          value={value.kind}
          options={LINK_KINDS.map((kind) => [kind, text(`linkLists.kind.${kind}`)] as const)}
          any={text('linkLists.kind.any')}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      <FilterChoice
        label={text('linkLists.state')}
        value={value.state}
        options={ADMIN_STATES.map((state) => [state, text(`linkLists.only.${state}`)] as const)}
        any={text('linkLists.state.any')}
        onChange={(state) => onChange({ state })}
      />
      <FilterChoice
        label={text('linkLists.sort')}
        value={value.sort}
        options={LINK_SORTS.map((sort) => [sort, text(`linkLists.sort.${sort}`)] as const)}
        onChange={(sort) => onChange({ sort: sort ?? 'created' })}
      />
    </FilterBar>
  );
}
