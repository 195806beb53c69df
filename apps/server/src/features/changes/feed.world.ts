import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Change } from '@coffer/contracts';
import { startWorld, type World } from '../../live.world.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { follow, type Reader, signIn } from './changes.world.ts';

interface Live {
  world: World;
  /** New for each test, with a separate feed. */
  team: Awaited<ReturnType<typeof makeTeam>>;
  feed: ChangeFeed;
}

/** Call once in a test file. */
export function feedOfEachTest() {
  const live: Partial<Live> = {};
  beforeAll(async () => {
    live.world = await startWorld();
  });
  afterAll(async () => {
    await live.world?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    live.team = await makeTeam(current('world'));
    live.feed = createChangeFeed(current('world').services);
  });
  afterEach(() => live.feed?.close());

  function current<K extends keyof Live>(key: K): Live[K] {
    const value = live[key];
    if (value === undefined) throw new Error(`there is no ${key} outside of a test`);
    return value;
  }
  return {
    get world(): World {
      return current('world');
    },
    get team(): Live['team'] {
      return current('team');
    },
    get feed(): ChangeFeed {
      return current('feed');
    },
    read: async (reader: Reader): Promise<readonly Change[]> => {
      await current('feed').look();
      return await reader.changes();
    },
    folderChange: (revision: unknown = expect.any(Number)) => ({
      kind: 'folder',
      spaceId: current('team').spaceId,
      folderId: current('team').space.rootId,
      revision,
    }),
    joined: async (role: 'viewer' | 'contributor' | 'editor' = 'viewer') => {
      const person = await current('team').add(role);
      const actor = await signIn(current('world'), person);
      const reader = await follow(current('feed'), actor);
      expect(await reader.events()).toEqual([{ type: 'ready' }]);
      return { person, actor, reader };
    },
  };
}
