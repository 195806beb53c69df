import { expect, test, vi } from 'vitest';
import {
  announceJobs,
  areJobsAnnounced,
  closeJobs,
  isEndAnnounced,
  onJobsAnnounced,
  openJobs,
  announceEnd,
  awaitEnd,
  isEndAwaited,
  listAnnouncedEnds,
} from './announced.ts';

test('a job that was begun here is open until its end is known', () => {
  const listener = vi.fn<() => void>();
  const stop = onJobsAnnounced(listener);
  announceJobs(['one', 'other']);
  const open = openJobs();
  expect(open).toEqual(['one', 'other']);
  announceJobs(['one']);
  expect(openJobs()).toBe(open);
  closeJobs(['unknown']);
  expect(openJobs()).toBe(open);
  closeJobs(['one']);
  expect(openJobs()).toEqual(['other']);
  expect([areJobsAnnounced(), listener.mock.calls.length]).toEqual([true, 3]);
  stop();
});

test('an end announced by a message is not announced again, but another end of the same job is', () => {
  announceEnd('one', 'done');
  const done = listAnnouncedEnds();
  expect(isEndAnnounced(done, { id: 'one', state: 'done' })).toBe(true);
  expect(isEndAnnounced(done, { id: 'one', state: 'undone' })).toBe(false);
  expect(isEndAnnounced(done, { id: 'other', state: 'done' })).toBe(false);
  announceEnd('one', 'undone');
  expect(listAnnouncedEnds()).not.toBe(done);
  expect(isEndAnnounced(listAnnouncedEnds(), { id: 'one', state: 'undone' })).toBe(true);
  announceEnd('other', 'undone');
  expect(isEndAnnounced(listAnnouncedEnds(), { id: 'other', state: 'done' })).toBe(true);
});

test('ends are held back until every call that may tell one has answered', async () => {
  const seen: boolean[] = [];
  const stop = onJobsAnnounced(() => seen.push(isEndAwaited()));
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = awaitEnd(() => one.promise);
  const second = awaitEnd(() => other.promise);
  expect(isEndAwaited()).toBe(true);
  one.resolve('one');
  expect(await first).toBe('one');
  expect(isEndAwaited()).toBe(true);
  other.reject(new Error('no answer'));
  await expect(second).rejects.toThrow('no answer');
  expect(isEndAwaited()).toBe(false);
  expect(seen).toEqual([true, true, true, false]);
  stop();
});
