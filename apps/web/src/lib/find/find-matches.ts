/** The search stops at this number of matches. */
export const MATCHES_MAX = 10_000;

const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** Ignores case. A space in the search matches any white space. */
export function findMatches(text: string, words: string, limit = MATCHES_MAX): readonly Match[] {
  const sought = words.trim();
  if (sought === '') return [];
  const pattern = new RegExp(
    sought
      .split(/\s+/)
      .map((each) => each.replaceAll(SYNTAX, String.raw`\$&`))
      .join(String.raw`[\s\u00ad]+`),
    'giu',
  );
  const found: Match[] = [];
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    found.push({ from: index, to: index + hit.length });
    if (found.length >= limit) break;
  }
  return found;
}
