import { expect, test, vi } from 'vitest';
import { announceJobs, areJobsAnnounced, closeJobs, onJobsAnnounced, openJobs } from './announced.ts';

test('a job that was begun here is open until its end is known', () => {
  const told = vi.fn<() => void>();
  const stop = onJobsAnnounced(told);
  announceJobs(['one', 'other']);
  const open = openJobs();
  expect(open).toEqual(['one', 'other']);
  announceJobs(['one']);
  expect(openJobs()).toBe(open);
  closeJobs(['unknown']);
  expect(openJobs()).toBe(open);
  closeJobs(['one']);
  expect(openJobs()).toEqual(['other']);
  expect([areJobsAnnounced(), told.mock.calls.length]).toEqual([true, 3]);
  stop();
});
