import type { HandIn } from '@coffer/contracts';

/** Converts base64 to hexadecimal digits, as `sha256sum` prints them. */
export function hexOf(base64: string): string {
  return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

export interface ReceiptWords {
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly request: string;
  readonly received: string;
  readonly sum: string;
  readonly pending: string;
}

/** The receipt as plain text to save. Times are in UTC, and sizes in bytes. */
export function receiptText(handIn: HandIn, words: ReceiptWords): string {
  const facts: readonly (readonly [string, string])[] = [
    [words.request, handIn.title],
    [words.to, handIn.sharedBy ?? ''],
    [words.from, [handIn.name, handIn.email].filter((part) => part !== '').join(', ')],
    [words.received, handIn.finishedAt ?? handIn.begunAt],
    [words.sum, `${handIn.files.length}`],
  ];
  return [
    words.title,
    '',
    ...facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`),
    '',
    ...handIn.files.flatMap(({ path, sizeBytes, arrivedAt, sha256 }) => [
      path.join('/'),
      `  ${sizeBytes} B  ${arrivedAt ?? ''}`,
      `  SHA-256 ${sha256 === null ? words.pending : hexOf(sha256)}`,
    ]),
    '',
  ].join('\n');
}
