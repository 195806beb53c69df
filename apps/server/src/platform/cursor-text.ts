import { parseJson } from '@coffer/kit';

/** A position in a list as opaque text, which callers return unchanged. */
export function writeCursorText(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Undefined for invalid text. Validate the result with a schema, because anybody can write a cursor. */
export function readCursorText(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64url').toString('utf8'));
}
