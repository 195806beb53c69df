import { isLocale, type Locale } from './locales.ts';
import { readSaved, writeSaved } from './storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['compact', 'cosy', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

/** How the application looks in this browser. Read by public/theme.js too, before the first paint. */
export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  /** Absent: the first known language of the browser. */
  readonly locale?: Locale | undefined;
  /** How a folder is shown. */
  readonly view: 'list' | 'grid';
}

const KEY = 'preferences';
const DARK = '(prefers-color-scheme: dark)';
const DEFAULTS: Preferences = { theme: 'system', density: 'cosy', view: 'list' };

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

/** Anything may stand in the storage: what is not a known value becomes the default. */
export function parsePreferences(saved: unknown): Preferences {
  if (typeof saved !== 'object' || saved === null) return DEFAULTS;
  const value = (key: string): unknown => Object.entries(saved).find(([name]) => name === key)?.[1];
  const locale = value('locale');
  return {
    theme: THEMES.find((theme) => theme === value('theme')) ?? DEFAULTS.theme,
    density: DENSITIES.find((density) => density === value('density')) ?? DEFAULTS.density,
    view: value('view') === 'grid' ? 'grid' : 'list',
    ...(isLocale(locale) ? { locale } : {}),
  };
}

/** Theme and density as attributes of the root element, which the tokens follow. */
export function applyPreferences({ theme, density }: Preferences): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  root.dataset['density'] = density;
}

/** True when the page is dark now, by choice or by the system's setting. */
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
