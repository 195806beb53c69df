import { type Messages, setupI18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { directionOf, type Locale } from './locales.ts';

export type TextValues = Readonly<Record<string, string | number>>;

/** Reads one message of a catalog; ids are checked by the compiler. */
export type Text<Id extends string> = (id: Id, values?: TextValues) => string;

export interface Texts<Id extends string> {
  /** For components: draws again when the language changes. */
  readonly useText: () => Text<Id>;
  /** For code outside React: the language of the moment of the call. */
  readonly text: Text<Id>;
}

/** Loads the messages of one language: all features in one chunk. English needs none, it comes with the features. */
export type CatalogLoader = () => Promise<Messages>;

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
let locale: Locale = 'en';
let snapshot: object = {};
const listeners = new Set<() => void>();

/**
 * The texts of a feature, from its English catalog. `const { useText } = textsOf(en)` in the feature's `texts.ts`; then
 * `const text = useText()` and `text('browse.empty', { count })` in a component.
 */
export function textsOf<Catalog extends Readonly<Record<string, string>>>(
  english: Catalog,
): Texts<Extract<keyof Catalog, string>> {
  type Id = Extract<keyof Catalog, string>;
  i18n.load('en', { ...english });
  const text: Text<Id> = (id, values) => i18n._(id, values === undefined ? undefined : isolated(values));
  let latest = { version: snapshot, text };
  const useText = (): Text<Id> => {
    // A new function for each language, so that whatever depends on it is computed anew.
    const version = useSyncExternalStore(onLocaleChange, getSnapshot);
    if (latest.version !== version) latest = { version, text: (id, values) => text(id, values) };
    return latest.text;
  };
  return { useText, text };
}

export function currentLocale(): Locale {
  return locale;
}

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Switches the language of the whole page once its messages have arrived. */
export async function activateLocale(next: Locale, load: CatalogLoader | undefined): Promise<void> {
  if (load !== undefined) i18n.load(next, { ...(await load()) });
  i18n.activate(next);
  locale = next;
  snapshot = {};
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
  for (const listener of listeners) listener();
}

function getSnapshot(): object {
  return snapshot;
}

const RIGHT_TO_LEFT_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT_LETTER = /[A-Za-z\u00c0-\u02af\u0370-\u058f]/;

/** Values that run against the direction of the sentence are isolated, so that they do not turn its order about. */
function isolated(values: TextValues): Record<string, string | number> {
  const opposite = directionOf(locale) === 'rtl' ? LEFT_TO_RIGHT_LETTER : RIGHT_TO_LEFT_LETTER;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && opposite.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}
