/** True if each typed word begins a word of `label`. Case and accents do not matter. */
export function matchesWords(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): readonly string[] {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().split(/\s+/u).filter(Boolean);
}
