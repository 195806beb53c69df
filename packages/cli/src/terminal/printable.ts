import { replaceHidden } from '@coffer/contracts';

/** Replaces control characters, because other people's names must not control the terminal. */
export function printable(text: string): string {
  return replaceHidden(text, () => '\uFFFD').replaceAll(/[\u2028\u2029]/g, '\uFFFD');
}

/** The same for several lines of our own text that contain names. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** JSON in which every control character is escaped, so that it is safe to print. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/[\p{Cf}\u007f-\u009f\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character, at)).join(''),
  );
}

function escaped(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
