import type { IssueCode } from './errors.ts';
import { LIMITS } from './limits.ts';

// Control characters (U+0000 to 1F, 7F) and bidirectional overrides (U+202A to 202E, U+2066 to 2069).
const isControl = (code: number): boolean => code < 0x20 || code === 0x7f;
const isBidirectional = (code: number): boolean =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** Why `name` cannot be the name of a node, or undefined when it can. The name is judged after NFC. */
export function nodeNameIssue(name: string): IssueCode | undefined {
  const normal = name.normalize('NFC');
  if (normal === '') return 'name_empty';
  if (!normal.isWellFormed()) return 'wrong_format';
  if (bytesOf(normal) > LIMITS.nameBytesMax) return 'name_too_long';
  if (normal.includes('/')) return 'name_slash';
  const codes = Array.from(normal, (character) => character.codePointAt(0) ?? 0);
  if (codes.some(isControl)) return 'name_control';
  if (codes.some(isBidirectional)) return 'name_bidirectional';
  if (normal === '.' || normal === '..') return 'name_dots';
  if (normal.startsWith(' ') || normal.endsWith(' ') || normal.endsWith('.')) return 'name_edge';
  return undefined;
}

/**
 * What two names of one folder must differ in: NFC and full case folding. The fold of a character is the lower case of its
 * upper case (`ß` and `SS` both give `ss`); dotless i keeps to itself, as in the Unicode table.
 * @see https://www.unicode.org/Public/UCD/latest/ucd/CaseFolding.txt
 */
export function nameKey(name: string): string {
  // Of most names this is all: ASCII is NFC and folds to its lower case.
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

/** True for names that are allowed here and cannot be created on Windows: a warning, not an error. */
export function isReservedOnWindows(name: string): boolean {
  return WINDOWS_RESERVED.test(name) || /[<>:"\\|?*]/.test(name);
}

/** `name` with ` (number)` before its extension: `a.txt` and 2 give `a (2).txt`. Cut so that it stays within the limit. */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  let stem = extension === '' ? name : name.slice(0, dot);
  const tail = ` (${number})${extension}`;
  while (bytesOf(stem) + bytesOf(tail) > LIMITS.nameBytesMax) stem = Array.from(stem).slice(0, -1).join('');
  return stem.trimEnd() + tail;
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}
