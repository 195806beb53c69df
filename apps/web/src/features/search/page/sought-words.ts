import type { SearchHit } from '@coffer/contracts';

const QUOTES = /^["“”„«»\s]+|["“”„«»\s]+$/g;

/** What to look for in the file: the search as it was typed, if the text has it so; else the first match. */
export function soughtWords(q: string, snippet: SearchHit['snippet']): string {
  const [first] = snippet?.ranges ?? [];
  if (snippet === null || first === undefined) return '';
  const typed = q.replaceAll(QUOTES, '');
  const hasTyped = typed !== '' && snippet.text.toLowerCase().includes(typed.toLowerCase());
  return hasTyped ? typed : snippet.text.slice(first.start, first.end);
}
