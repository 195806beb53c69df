import { CheckCheck, History, Keyboard, RotateCcw } from 'lucide-react';
import { DENSITIES, getPreferences, type Preferences, setPreferences } from '../../../lib/preferences.ts';
import { usePreferences } from '../../../lib/hooks/use-preferences.ts';
import { LazyMenu, type MenuEntry, type MenuSlot } from '../../../ui/overlays/index.ts';
import { useText as usePageText } from '../texts.ts';
import { areColumnsChanged, resetColumns } from './reset-columns.ts';
import { useText } from './texts.ts';

const OPTIONAL_COLUMNS = ['kind', 'size', 'modified', 'author', 'sharing'] as const;

/** The list is grouped while it is sorted by the grouping column. */
const GROUPINGS = ['none', 'modified', 'kind'] as const;

type ViewOption = (typeof DENSITIES)[number] | (typeof OPTIONAL_COLUMNS)[number];

/** Changes the view itself and reports other actions to its parent. `current` is the sorting of the list. */
export function ViewMenu({ onAction, current, ...slot }: MenuSlot) {
  const entries = useEntries(usePreferences(), current);
  return (
    <LazyMenu
      {...slot}
      entries={entries}
      onAction={(id) => {
        const grouping = GROUPINGS.find((each) => id === `group ${each}`);
        if (grouping !== undefined) {
          setPreferences({ groupBy: grouping === 'none' ? undefined : grouping });
          if (grouping !== 'none') onAction(grouping);
        } else if (id === 'reset') resetColumns();
        else if (isViewOption(id)) setViewOption(id);
        else onAction(id);
      }}
    />
  );
}

function useEntries(preferences: Preferences, sortedBy: string | undefined): readonly MenuEntry[] {
  const { view, density, hiddenColumns, groupBy } = preferences;
  const text = useText();
  const pageText = usePageText();
  const densities = DENSITIES.map((each, position) => ({
    id: each,
    label: text(`browse.density.${each}`),
    isChosen: each === density,
    startsGroup: position === 0,
  }));
  const columns = OPTIONAL_COLUMNS.map((column, position) => ({
    id: column,
    label: text(`browse.show.${column}`),
    isChecked: !hiddenColumns.includes(column),
    startsGroup: position === 0,
  }));
  const reset = areColumnsChanged(preferences)
    ? [{ id: 'reset', label: text('browse.columns.reset'), icon: RotateCcw }]
    : [];
  const shown = GROUPINGS.find((each) => each === groupBy && each === sortedBy) ?? 'none';
  const groupings = GROUPINGS.map((each, position) => ({
    id: `group ${each}`,
    label: text(`browse.group.${each}`),
    isChosen: each === shown,
    startsGroup: position === 0,
  }));
  return [
    { id: 'all', label: pageText('browse.selectAll'), icon: CheckCheck, keys: 'Ctrl A' },
    { id: 'past', label: text('browse.past'), icon: History },
    { id: 'help', label: text('browse.help'), icon: Keyboard, keys: '?' },
    ...densities,
    ...(view === 'list' ? [...columns, ...reset, ...groupings] : []),
  ];
}

function isViewOption(id: string): id is ViewOption {
  return [...DENSITIES, ...OPTIONAL_COLUMNS].some((option) => option === id);
}

function setViewOption(option: ViewOption): void {
  const density = DENSITIES.find((each) => each === option);
  if (density !== undefined) {
    setPreferences({ density });
    return;
  }
  const { hiddenColumns } = getPreferences();
  const shown = hiddenColumns.filter((column) => column !== option);
  setPreferences({ hiddenColumns: shown.length < hiddenColumns.length ? shown : [...shown, option] });
}
