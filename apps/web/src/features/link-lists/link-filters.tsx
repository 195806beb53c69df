import { Search } from 'lucide-react';
import { Icon } from '../../ui/marks/icon.tsx';
import { ADMIN_STATES } from './admin-links-address.ts';
import styles from './link-lists.module.css';
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
  /** What the text is searched in. */
  readonly hint: string;
  readonly hasKinds?: boolean;
  readonly onChange: (change: Partial<LinkFilter>) => void;
}

export function LinkFilters({ value, hint, hasKinds = false, onChange }: LinkFiltersProps) {
  const text = useText();
  return (
    <search className={styles['filters']}>
      <div className={styles['search']}>
        <Icon of={Search} size={18} />
        <input
          type="search"
          dir="auto"
          className={styles['field']}
          aria-label={text('linkLists.search')}
          placeholder={hint}
          autoComplete="off"
          maxLength={254}
          value={value.text}
          onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      </div>
      {hasKinds && (
        <Choice
          label={text('linkLists.kind')}
          value={value.kind}
          options={LINK_KINDS.map((kind) => [kind, text(`linkLists.kind.${kind}`)] as const)}
          any={text('linkLists.kind.any')}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      <Choice
        label={text('linkLists.state')}
        value={value.state}
        options={ADMIN_STATES.map((state) => [state, text(`linkLists.only.${state}`)] as const)}
        any={text('linkLists.state.any')}
        onChange={(state) => onChange({ state })}
      />
      <Choice
        label={text('linkLists.sort')}
        value={value.sort}
        options={LINK_SORTS.map((sort) => [sort, text(`linkLists.sort.${sort}`)] as const)}
        onChange={(sort) => onChange({ sort: sort ?? 'created' })}
      />
    </search>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly (readonly [T, string])[];
  readonly any?: string;
  readonly onChange: (value: T | undefined) => void;
}

function Choice<T extends string>({ label, value, options, any, onChange }: ChoiceProps<T>) {
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
