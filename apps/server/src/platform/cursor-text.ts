import { parseJson } from '@coffer/kit';

/** A position in a list as text that callers hand back as it is. */
export function writeCursorText(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Undefined for foreign text. A schema comes next, because anybody can write one. */
export function readCursorText(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64url').toString('utf8'));
}
