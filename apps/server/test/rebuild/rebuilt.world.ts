import { afterEach, beforeEach } from 'vitest';
import { valueOf, type World } from '../../src/live.world.ts';
import { rebuiltFrom, type RebuildWorld, startRebuildWorld } from './rebuild.world.ts';

export let here: RebuildWorld;

export const rebuilt: World[] = [];

export async function rebuildNow(options: Parameters<typeof rebuiltFrom>[1] = {}) {
  const done = await rebuiltFrom(here, options);
  rebuilt.push(done.world);
  return done;
}

export async function keysOf(list: 'listJournal' | 'listSnapshots'): Promise<readonly string[]> {
  return valueOf(await here.store.blobs[list]({ after: undefined, limit: 1_000 })).objects.map(
    ({ key }) => key,
  );
}

export const installationOf = async () =>
  (await keysOf('listJournal')).filter((key) => key.includes('/installation/'));

/** One world for each test. */
export function prepareRebuilds(): void {
  beforeEach(async () => {
    here = await startRebuildWorld();
  });
  afterEach(async () => {
    for (const world of rebuilt.splice(0)) await world[Symbol.asyncDispose]();
    await here[Symbol.asyncDispose]();
  });
}
