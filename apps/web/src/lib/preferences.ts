import { isLocale, type Locale } from './language/locales.ts';
import { readSaved, writeSaved } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['compact', 'cosy', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** public/theme.js also reads these, before the first paint. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly locale?: Locale | undefined;
  readonly view: 'list' | 'grid';
  readonly sorting?: { readonly column: string; readonly order: 'asc' | 'desc' } | undefined;
  /** Columns hidden in the list. Sorting by them stays possible. */
  readonly hiddenColumns: readonly string[];
  /** Column ids, including hidden columns. Empty for the default order. */
  readonly columnOrder: readonly string[];
  /** A column id. Lists sorted by this column show groups. */
  readonly groupBy?: string | undefined;
  /** Widths in pixels, of the columns that the person has resized. */
  readonly columnWidths: Readonly<Record<string, number>>;
  /** Whether the details are shown next to the list, if there is room. */
  readonly hasDetails: boolean;
  /** Whether the navigation shows the folders of the open space. */
  readonly hasTree: boolean;
  /** Whether single-letter shortcuts work outside the list (WCAG 2.1.4). */
  readonly hasLetterKeys: boolean;
}

const KEY = 'preferences';
const DARK = '(prefers-color-scheme: dark)';
const COLUMNS_MAX = 10;
const SIZED_COLUMNS_MAX = 40;
const DEFAULTS: Preferences = {
  theme: 'system',
  density: 'cosy',
  view: 'list',
  hiddenColumns: [],
  columnOrder: [],
  columnWidths: {},
  hasDetails: false,
  hasTree: false,
  hasLetterKeys: true,
};

let current: Preferences | undefined;
const listeners = new Set<() => void>();

export function getPreferences(): Preferences {
  current ??= parsePreferences(readSaved(KEY));
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...getPreferences(), ...change };
  writeSaved(KEY, current);
  applyPreferences(current);
  for (const listener of listeners) listener();
}

export function onPreferencesChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function parsePreferences(saved: unknown): Preferences {
  if (typeof saved !== 'object' || saved === null) return DEFAULTS;
  const value = (key: string): unknown => memberOf(saved, key);
  const locale = value('locale');
  const column = memberOf(value('sorting'), 'column');
  const groupBy = value('groupBy');
  const order = memberOf(value('sorting'), 'order') === 'desc' ? 'desc' : 'asc';
  return {
    theme: THEMES.find((theme) => theme === value('theme')) ?? DEFAULTS.theme,
    density: DENSITIES.find((density) => density === value('density')) ?? DEFAULTS.density,
    view: value('view') === 'grid' ? 'grid' : 'list',
    hiddenColumns: stringsOf(value('hiddenColumns')),
    columnOrder: stringsOf(value('columnOrder')),
    columnWidths: widthsOf(value('columnWidths')),
    hasDetails: value('hasDetails') === true,
    hasTree: value('hasTree') === true,
    hasLetterKeys: value('hasLetterKeys') !== false,
    ...(isLocale(locale) ? { locale } : {}),
    ...(typeof groupBy === 'string' ? { groupBy } : {}),
    ...(typeof column === 'string' ? { sorting: { column, order } } : {}),
  };
}

function stringsOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  return items.slice(0, COLUMNS_MAX);
}

function widthsOf(value: unknown): Readonly<Record<string, number>> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry) => Number.isFinite(entry[1])).slice(0, SIZED_COLUMNS_MAX));
}

function memberOf(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}

export function applyPreferences({ theme, density }: Preferences): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.dataset['density'] = density;
}

export function isDarkNow(): boolean {
  const { theme } = getPreferences();
  return theme === 'system' ? matchMedia(DARK).matches : theme === 'dark';
}

export function onDarkChange(listener: () => void): () => void {
  const system = matchMedia(DARK);
  const leave = onPreferencesChange(listener);
  system.addEventListener('change', listener);
  return () => {
    leave();
    system.removeEventListener('change', listener);
  };
}
