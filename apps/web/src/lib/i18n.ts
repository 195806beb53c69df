import { useSyncExternalStore } from 'react';
import { directionOf, type Locale } from './locales.ts';
import { type Message, type MessageValues, wordsOf } from './message.ts';

type Catalog = Readonly<Record<string, Message>>;

/** Reads one message of a catalog; ids are checked by the compiler. */
export type Text<Id extends string> = (id: Id, values?: MessageValues) => string;

export interface Texts<Id extends string> {
  /** For components: draws again when the language changes. */
  readonly useText: () => Text<Id>;
  /** For code outside React: the language of the moment of the call. */
  readonly text: Text<Id>;
}

/** Loads the messages of one language: all features in one chunk. English needs none, it comes with the features. */
export type CatalogLoader = () => Promise<Catalog>;

/** By id; empty for English, which every feature brings along. What it lacks is said in English. */
let translated: Catalog = {};
let locale: Locale = 'en';
let snapshot: object = {};
const listeners = new Set<() => void>();

/**
 * The texts of a feature, from its English catalog. `const { useText } = textsOf(en)` in the feature's `texts.ts`; then
 * `const text = useText()` and `text('browse.empty', { count })` in a component.
 */
export function textsOf<Own extends Catalog>(own: Own): Texts<Extract<keyof Own, string>> {
  type Id = Extract<keyof Own, string>;
  const text: Text<Id> = (id, values = {}) => {
    const message = translated[id];
    return message === undefined
      ? wordsOf(own[id] ?? id, isolated(values), 'en')
      : wordsOf(message, isolated(values), locale);
  };
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
  translated = load === undefined ? {} : await load();
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
function isolated(values: MessageValues): MessageValues {
  const opposite = directionOf(locale) === 'rtl' ? LEFT_TO_RIGHT_LETTER : RIGHT_TO_LEFT_LETTER;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && opposite.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}
