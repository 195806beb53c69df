import type { SearchHit } from '@coffer/contracts';

const QUOTES = /^["“”„«»\s]+|["“”„«»\s]+$/g;

/**
 * Words to find in the file: the typed search if the snippet contains it, otherwise the first match. Empty without a
 * match.
 */
export function soughtWords(q: string, snippet: SearchHit['snippet']): string {
  const [first] = snippet?.ranges ?? [];
  if (snippet === null || first === undefined) return '';
  const typed = q.replaceAll(QUOTES, '');
  const hasTyped = typed !== '' && snippet.text.toLowerCase().includes(typed.toLowerCase());
  return hasTyped ? typed : snippet.text.slice(first.start, first.end);
}
