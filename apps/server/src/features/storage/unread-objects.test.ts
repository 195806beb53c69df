// docs/decisions/0160-unread-objects.md
import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { type LiveWorld, startLiveWorld } from '../../live.world.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { scrub, scrubReport } from './scrub.ts';
import { keyOf } from './surveyed.world.ts';

let live: LiveWorld;
let asked: string[] = [];

beforeEach(async () => {
  live = await startLiveWorld();
  // Noon, so that the budget of the day never ends a run.
  live.world.clock.set(new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2));
});
afterEach(async () => await live[Symbol.asyncDispose]());

async function files(count: number, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const file = { name: `${prefix}-${number}`, bytes: Buffer.from(`${prefix} ${number}`) };
    keys.push(await keyOf(live.world, (await uploaded(live.services, live.owner, file)).id));
  }
  await live.services.db.updateTable('blob').set({ checked_at: null }).execute();
  return keys;
}

/** A round of the daily check, a time after the one before, with a store that refuses some objects. */
async function scrubAfter(
  ms: number,
  refused: readonly string[],
  change: Partial<Blobs> = {},
): Promise<number> {
  live.world.clock.advance(ms);
  asked = [];
  const read: Blobs['read'] = async (key) => {
    asked.push(key);
    return refused.includes(key)
      ? err({ code: 'store_refused', diagnosis: 'InvalidObjectState' })
      : await live.store.blobs.read(key);
  };
  return await scrub({ ...live.services, blobs: { ...live.store.blobs, read, ...change } });
}

const silentBucket: Blobs['ping'] = () => Promise.resolve(err({ code: 'store_unavailable' }));

const unread = async (): Promise<number> => (await scrubReport(live.services, 0)).unread;

test('an object that cannot be read is counted, and tried again ever more rarely until it is read', async () => {
  const refused = await files(1, 'archived');
  await files(1, 'other');
  expect(await scrubAfter(0, refused)).toBe(1);
  expect(await unread()).toBe(1);
  expect(await scrubAfter(SERVER_LIMITS.scrubRetryMs - MINUTE_MS, refused)).toBe(0);
  expect(asked, 'an hour has to pass').toEqual([]);
  await scrubAfter(MINUTE_MS, refused);
  expect(asked).toEqual(refused);
  await scrubAfter(HOUR_MS, refused);
  expect(asked, 'two have to pass now').toEqual([]);
  for (let tries = 0; tries < 8; tries += 1) {
    await scrubAfter(SERVER_LIMITS.scrubRetryMaxMs, refused);
    expect(asked, 'at least once a day').toEqual(refused);
  }
  expect(await scrubAfter(SERVER_LIMITS.scrubRetryMaxMs, [])).toBe(1);
  expect(await unread()).toBe(0);
});

test('a hundred objects that cannot be read hold up no other for longer than a run', async () => {
  const refused = await files(101, 'archived');
  const [other = ''] = await files(1, 'other');
  expect(await scrubAfter(0, refused)).toBe(0);
  expect(asked, 'a run ends after so many').not.toContain(other);
  expect(await scrubAfter(MINUTE_MS, refused)).toBe(1);
  expect(asked).toContain(other);
  expect(await unread()).toBe(101);
});

test('a store that does not respond makes no object unread, and a deleted one no longer counts', async () => {
  const refused = await files(1, 'archived');
  await scrubAfter(0, refused, { ping: silentBucket });
  expect(await unread()).toBe(0);
  await scrubAfter(MINUTE_MS, refused);
  expect(await unread()).toBe(1);
  await live.services.db.updateTable('blob').set({ state: 'unreferenced' }).execute();
  expect(await unread()).toBe(0);
});

test('a read that ends with the server says nothing about its object', async () => {
  await files(1, 'sound');
  const stopping = new AbortController();
  const read: Blobs['read'] = () => {
    stopping.abort();
    return Promise.resolve(err({ code: 'store_unavailable' }));
  };
  await scrub({ ...live.services, blobs: { ...live.store.blobs, read } }, stopping.signal);
  expect(await unread()).toBe(0);
});
