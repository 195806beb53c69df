import { useSyncExternalStore } from 'react';
import { brand } from '../brand.ts';
import { directionOf, type Locale, regionalTag } from './locales.ts';
import { type Message, type MessageValues, formatMessage } from './message.ts';

type Catalog = Readonly<Record<string, Message>>;

export type Text<Id extends string> = (id: Id, values?: MessageValues) => string;

export interface Texts<Id extends string> {
  readonly useText: () => Text<Id>;
  readonly text: Text<Id>;
}

export type CatalogLoader = () => Promise<Catalog>;

let translated: Catalog = {};
let locale: Locale = 'en';
let snapshot: object = {};
const listeners = new Set<() => void>();

/** Usage: `const { useText } = textsOf(en)` in `texts.ts`, then `text('browse.empty', { count })` in a component. */
export function textsOf<Own extends Catalog>(own: Own): Texts<Extract<keyof Own, string>> {
  type Id = Extract<keyof Own, string>;
  const text: Text<Id> = (id, values = {}) => {
    const message = translated[id];
    return message === undefined
      ? formatMessage(own[id] ?? id, isolated(values), regionalTag('en'))
      : formatMessage(message, isolated(values), regionalTag(locale));
  };
  let latest = { version: snapshot, text };
  const useText = (): Text<Id> => {
    // A new function for each language, so that dependents recompute.
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

/** Isolates values whose text has the opposite direction (bidi). Every message may use `{brand}`. */
function isolated(values: MessageValues): MessageValues {
  const opposite = directionOf(locale) === 'rtl' ? LEFT_TO_RIGHT_LETTER : RIGHT_TO_LEFT_LETTER;
  return Object.fromEntries(
    Object.entries({ brand: brand.name, ...values }).map(([name, value]) => [
      name,
      typeof value === 'string' && opposite.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );
}
