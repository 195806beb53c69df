/**
 * The only access to browser storage: never store personal data with it. Blocked storage behaves like empty storage.
 */
const PREFIX = 'coffer.';

export function readSaved(key: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof DOMException || cause instanceof ReferenceError)
      return undefined;
    throw cause;
  }
}

export function writeSaved(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch (cause) {
    // Storage is full or blocked: the preference lasts for this page only.
    if (!(cause instanceof DOMException) && !(cause instanceof ReferenceError)) throw cause;
  }
}
