import type { IssueCode } from '../errors.ts';
import { hiddenIn, isVisible } from './hidden-characters.ts';
import { LIMITS } from '../limits.ts';

const CONTROL = /^\p{Cc}$/u;
const BIDIRECTIONAL = /^\p{Bidi_Control}$/u;

/** Why `name` is not allowed, or undefined if it is. The name is checked in NFC. */
export function nodeNameIssue(name: string): IssueCode | undefined {
  const normal = name.normalize('NFC');
  if (normal === '') return 'name_empty';
  if (!normal.isWellFormed()) return 'wrong_format';
  if (bytesOf(normal) > LIMITS.nameBytesMax) return 'name_too_long';
  if (normal.includes('/')) return 'name_slash';
  const hidden = hiddenIn(normal);
  if (hidden.some((character) => CONTROL.test(character))) return 'name_control';
  if (hidden.some((character) => BIDIRECTIONAL.test(character))) return 'name_bidirectional';
  if (hidden.length > 0) return 'name_invisible';
  if (normal === '.' || normal === '..') return 'name_dots';
  if (normal.startsWith(' ') || normal.endsWith(' ') || normal.endsWith('.')) return 'name_edge';
  if (!isVisible(normal)) return 'name_blank';
  return undefined;
}

/**
 * The key that must be unique within a folder: NFC and full case folding. A character folds to the lower case of its
 * upper case (`ß` and `SS` both give `ss`), except for dotless i, as in the Unicode table.
 * @see https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt
 */
export function nameKey(name: string): string {
  // Fast path: ASCII is already NFC and folds to lower case.
  if (isAscii(name)) return name.toLowerCase();
  const folded = Array.from(name.normalize('NFC'), (character) =>
    character === 'ı' ? character : character.toUpperCase().toLowerCase(),
  );
  return folded.join('').normalize('NFC');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

const WINDOWS_RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** True for names that cannot exist on Windows. A warning, not an error. */
export function isReservedOnWindows(name: string): boolean {
  return WINDOWS_RESERVED.test(name) || /[<>:"\\|?*]/.test(name);
}

/** `a.txt` and 2 give `a (2).txt`. Truncates to the name limit. */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = extension === '' ? name : name.slice(0, dot);
  const tail = ` (${number})${extension}`;
  return beginningOf(stem, LIMITS.nameBytesMax - bytesOf(tail)).trimEnd() + tail;
}

/** The beginning of `text` within `bytesMax`. Does not cut before a joiner or selector. */
export function beginningOf(text: string, bytesMax: number): string {
  if (bytesOf(text) <= bytesMax) return text;
  const characters = Array.from(text);
  while (bytesOf(characters.join('')) > bytesMax) characters.pop();
  const cut = characters.join('');
  return cut.replace(/\p{Default_Ignorable_Code_Point}+$/u, '') || cut;
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
