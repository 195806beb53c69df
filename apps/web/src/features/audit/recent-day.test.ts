import { afterEach, expect, test, vi } from 'vitest';
import { recentDay } from './recent-day.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'today and yesterday are days in UTC, in %s too',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const time of ['00:30', '12:00', '23:30']) {
      const now = new Date(`2030-03-01T${time}:00Z`);
      expect(recentDay('2030-03-01', now)).toBe('today');
      expect(recentDay('2030-02-28', now)).toBe('yesterday');
      expect(recentDay('2030-02-27', now)).toBeUndefined();
      expect(recentDay('2030-03-02', now)).toBeUndefined();
    }
  },
);
