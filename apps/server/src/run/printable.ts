/** Replaces control characters, so that untrusted text cannot control a terminal. */
export function printable(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}
