import { safeName } from './safe-paths.ts';

const ENDING = '.zip';
/** Systems take 255 bytes, and browsers add a number to a name that is there already. */
const BYTES_MAX = 240;

/** The name of a zip file: never longer than systems take, and cut between letters. */
export function fileName(title: string): string {
  let letters = Array.from(safeName(title));
  while (bytesOf(letters.join('')) + ENDING.length > BYTES_MAX) letters = letters.slice(0, -1);
  return `${letters.join('').trimEnd()}${ENDING}`;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
