import { safeName } from './safe-paths.ts';

const ENDING = '.zip';
/** File systems allow 255 bytes, and browsers may append a number. */
const BYTES_MAX = 240;

/** Shortens long names, without splitting a character. */
export function fileName(title: string): string {
  let letters = Array.from(safeName(title));
  while (bytesOf(letters.join('')) + ENDING.length > BYTES_MAX) letters = letters.slice(0, -1);
  return `${letters.join('').trimEnd()}${ENDING}`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
