import { expect, test, vi } from 'vitest';
import {
  announceJobs,
  areJobsAnnounced,
  closeJobs,
  isEndTold,
  onJobsAnnounced,
  openJobs,
  tellEnd,
  toldEnds,
} from './announced.ts';

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

test('an end announced by a message is not announced again, but another end of the same job is', () => {
  tellEnd('one', 'done');
  const done = toldEnds();
  expect(isEndTold(done, { id: 'one', state: 'done' })).toBe(true);
  expect(isEndTold(done, { id: 'one', state: 'undone' })).toBe(false);
  expect(isEndTold(done, { id: 'other', state: 'done' })).toBe(false);
  tellEnd('one', 'undone');
  expect(toldEnds()).not.toBe(done);
  expect(isEndTold(toldEnds(), { id: 'one', state: 'undone' })).toBe(true);
  tellEnd('other', 'undone');
  expect(isEndTold(toldEnds(), { id: 'other', state: 'done' })).toBe(true);
});
