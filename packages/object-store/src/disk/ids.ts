import { randomUUID } from 'node:crypto';

/** A name that nothing had before: 32 hex digits, 122 bits of them random. */
export function drawId(): string {
  return randomUUID().replaceAll('-', '');
}
