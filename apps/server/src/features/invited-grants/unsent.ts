import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import type { Services } from '../../services.ts';

const ADDRESSES_MAX = 20_000;

/**
 * Counts messages that were not sent because the address has an account. They count like sent ones, so that repeated
 * invitations do not reveal the account.
 */
export interface Unsent {
  readonly isTired: (email: string) => boolean;
  readonly note: (email: string) => void;
}

export function createUnsent({ clock }: Pick<Services, 'clock'>): Unsent {
  const times = new Map<string, readonly number[]>();
  const today = (key: string): readonly number[] => {
    const after = clock.now().getTime() - DAY_MS;
    return (times.get(key) ?? []).filter((at) => at > after);
  };
  return {
    isTired: (email) => today(email.toLowerCase()).length >= SERVER_LIMITS.invitationMailsPerDayMax,
    note: (email) => {
      const key = email.toLowerCase();
      const noted = [...today(key), clock.now().getTime()];
      times.delete(key);
      times.set(key, noted);
      const [oldest] = times.keys();
      if (times.size > ADDRESSES_MAX && oldest !== undefined) times.delete(oldest);
    },
  };
}
