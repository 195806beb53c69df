import { LIMITS, type NodeId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { createChangeFeed } from './change-feed.ts';
import { follow, idOf, makeFolder, type Reader, signIn } from './changes.world.ts';
import { feedOfEachTest } from './feed.world.ts';

const live = feedOfEachTest();
const { folderChange, joined, read } = live;

test('a stream ends when its session is revoked, and at the next heartbeat when it expires', async () => {
  const { actor, reader } = await joined();
  const { actor: other, reader: staying } = await joined();
  await read(reader);
  const { db, clock } = live.world.services;
  await db
    .updateTable('session')
    .set({ revoked_at: clock.now() })
    .where('id', '=', actor.sessionId)
    .execute();
  await makeFolder(live.team, 'A');
  await live.feed.look();
  expect(await reader.events()).toEqual([{ type: 'ended' }]);
  expect(reader.isEnded()).toBe(true);
  expect(await staying.changes()).toEqual([folderChange()]);
  await db
    .updateTable('session')
    .set({ expires_at: new Date(clock.now().getTime() - SECOND_MS) })
    .where('id', '=', other.sessionId)
    .execute();
  await live.feed.beat();
  expect(await staying.events()).toEqual([{ type: 'ended' }]);
  expect(live.feed.streamCount()).toBe(0);
});

test('disabling a person ends the streams of that person', async () => {
  const { person, reader } = await joined();
  await live.world.services.db
    .updateTable('user')
    .set({ status: 'disabled' })
    .where('id', '=', person.id)
    .execute();
  await live.feed.look();
  expect(await reader.events()).toEqual([{ type: 'ended' }]);
});

test('a heartbeat advances the id, so that a quiet page does not fall behind', async () => {
  const { reader } = await joined();
  const before = idOf(reader);
  await makeTeam(live.world);
  await live.feed.look();
  await live.feed.beat();
  expect(await reader.events()).toEqual([]);
  expect(idOf(reader)).not.toBe(before);
});

test('a page that does not read is dropped, and others are not delayed', async () => {
  const { reader } = await joined();
  const slow = await signIn(live.world, live.team.owner);
  const stream = valueOf(await live.feed.open(slow, undefined));
  expect(live.feed.streamCount()).toBe(2);
  await live.feed.beat();
  await live.feed.beat();
  expect(live.feed.streamCount()).toBe(1);
  await stream.cancel();
  await makeFolder(live.team, 'A');
  expect(await read(reader)).toEqual([folderChange()]);
});

test('a person has a limited number of streams, and so has a server', async () => {
  const narrow = createChangeFeed(live.world.services, { changeStreamsPerson: 2, changeStreamsServer: 3 });
  const [one, two] = [
    await signIn(live.world, live.team.owner),
    await signIn(live.world, await live.team.add('viewer')),
  ];
  await follow(narrow, one);
  const second = await follow(narrow, one);
  expect(errorOf(await narrow.open(one, undefined)).code).toBe('rate_limited');
  await follow(narrow, two);
  expect(errorOf(await narrow.open(two, undefined)).code).toBe('rate_limited');
  await second.leave();
  await follow(narrow, two);
  narrow.close();
  expect(errorOf(await narrow.open(two, undefined)).code).toBe('rate_limited');
});

test('a thousand pages are served by one read of the database', async () => {
  let reads = 0;
  const counted = live.world.services.db.withPlugin({
    transformQuery: ({ node }) => {
      reads += 1;
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  });
  const crowd = createChangeFeed({ ...live.world.services, db: counted });
  const people = [live.team.owner];
  while (people.length < 50) people.push(await live.team.add('viewer'));
  const readers: Reader[] = [];
  for (const person of people) {
    const actor = await signIn(live.world, person);
    for (let page = 0; page < LIMITS.changeStreamsPerson; page += 1) readers.push(await follow(crowd, actor));
  }
  expect(crowd.streamCount()).toBe(1_000);
  await crowd.look();
  for (const reader of readers) await reader.events();
  await makeFolder(live.team, 'A');
  reads = 0;
  await crowd.look();
  expect(reads).toBe(1);
  for (const reader of readers) expect(await reader.changes()).toEqual([folderChange()]);
  reads = 0;
  await crowd.beat();
  expect(reads).toBe(1);
  crowd.close();
});

test('events while a stream opens are not lost', async () => {
  const { actor } = await joined();
  const ids: NodeId[] = [];
  const opening = Array.from({ length: 8 }, async () => await follow(live.feed, actor));
  for (let count = 0; count < 8; count += 1) ids.push(await makeFolder(live.team, `Folder ${count}`));
  const readers = await Promise.all(opening);
  await makeFolder(live.team, 'Last');
  await live.feed.look();
  for (const reader of readers) expect(await reader.changes()).toContainEqual(folderChange());
});

test('changes of another server are received', async () => {
  const elsewhere = connectDatabase({
    connectionString: live.world.connectionString,
    log: live.world.services.log,
  });
  const there = createChangeFeed({ ...live.world.services, db: elsewhere.db });
  const reader = await follow(there, await signIn(live.world, live.team.owner));
  await makeFolder(live.team, 'A');
  await there.look();
  expect(await reader.changes()).toEqual([folderChange()]);
  there.close();
  await elsewhere.close();
});
