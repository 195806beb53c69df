import { randomUUID } from 'node:crypto';

/** A unique name: 32 hex digits, 122 random bits. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}
