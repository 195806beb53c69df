import { randomUUID } from 'node:crypto';

/** A unique name: 32 hex digits, 122 random bits. */
export function drawId(): string {
  return randomUUID().replaceAll('-', '');
}
