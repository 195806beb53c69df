import { ArrowUpDown, Ellipsis, LayoutGrid, List, ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Listing, Sorting } from '../../../api/nodes.ts';
import type { Preferences } from '../../../lib/preferences.ts';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { MenuButton } from '../../../ui/overlays/index.ts';
import type { Filter } from '../filter/use-filter.tsx';
import { SortMenu, ViewMenu } from '../lazy-actions.ts';
import { useText } from '../texts.ts';
import styles from './list-tools.module.css';
import { sortingAfter } from './sorting.ts';

interface ListToolsProps {
  /** Undefined while unknown. */
  readonly total: number | undefined;
  readonly listing: Listing;
  readonly filter: Filter;
  readonly onSort: (listing: Sorting) => void;
  readonly onView: (view: Preferences['view']) => void;
  readonly onSelectAll: () => void;
  readonly onHelp: () => void;
  readonly onPast: () => void;
  readonly details: ReactNode;
}

/** The display options of the list. The selection bar replaces them. */
export function ListTools({ total, listing, filter, details, ...on }: ListToolsProps) {
  const text = useText();
  const preferences = usePreferences();
  return (
    <div className={styles['bar']}>
      {filter.field ?? (
        <>
          <p className={styles['count']}>{total !== undefined && text('browse.count', { count: total })}</p>
          <IconButton
            icon={ListFilter}
            label={text('browse.filter')}
            words={text('browse.filter')}
            onClick={filter.open}
          />
        </>
      )}
      <MenuButton
        icon={ArrowUpDown}
        words={text(`browse.column.${listing.sort}`)}
        label={text('browse.sort', { column: text(`browse.column.${listing.sort}`) })}
        as={SortMenu}
        current={`${listing.sort} ${listing.order}`}
        onAction={(chosen) => on.onSort(sortingAfter(chosen, listing))}
      />
      <fieldset aria-label={text('browse.view')} className={styles['views']}>
        {(['list', 'grid'] as const).map((view) => (
          <IconButton
            key={view}
            icon={view === 'list' ? List : LayoutGrid}
            label={text(`browse.view.${view}`)}
            aria-pressed={preferences.view === view}
            onClick={() => on.onView(view)}
          />
        ))}
      </fieldset>
      <MenuButton
        icon={Ellipsis}
        label={text('browse.more')}
        as={ViewMenu}
        current={listing.sort}
        onAction={(id) => {
          if (id === 'all') on.onSelectAll();
          else if (id === 'help') on.onHelp();
          else if (id === 'past') on.onPast();
          else on.onSort(sortingAfter(id, listing));
        }}
      />
      {details}
    </div>
  );
}
