import { randomInt } from 'node:crypto';
import { DAY_MS } from '@coffer/kit';
import type { PasswordPolicy } from '../settings.ts';
import type { Pool } from '../store/pools.ts';

/** Omits characters that look alike in print. */
const CLASSES = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!#%+=?@'] as const;
const LENGTH_MIN = 16;
const DEFAULT_VALIDITY_DAYS = 7;

export function createTemporaryPassword(policy: PasswordPolicy): string {
  const length = Math.max(LENGTH_MIN, policy.minimumLength);
  const everything = CLASSES.join('');
  const characters = [...CLASSES, ...Array.from({ length: length - CLASSES.length }, () => everything)].map(
    (alphabet) => alphabet.charAt(randomInt(alphabet.length)),
  );
  for (let last = characters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

export function temporaryPasswordEnd(pool: Pool, now: Date): Date {
  const days = pool.settings.passwordPolicy.temporaryPasswordValidityDays;
  return new Date(now.getTime() + (days === 0 ? DEFAULT_VALIDITY_DAYS : days) * DAY_MS);
}
