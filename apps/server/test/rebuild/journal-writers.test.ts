import { Readable } from 'node:stream';
import { ok } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { journalFacts } from '../../src/features/journal/journal-lag.ts';
import { createJournalWriter } from '../../src/features/journal/write-journal.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { rebuiltFrom, treeHash } from './rebuild.world.ts';
import { here, installationOf, keysOf, prepareRebuilds, rebuildNow, rebuilt } from './rebuilt.world.ts';

prepareRebuilds();

const broken = (): Readable =>
  new Readable({
    read() {
      this.destroy(new Error('connection lost'));
    },
  });

test('two servers write one journal, and the lag is reported', async () => {
  await here.journal();
  expect(await journalFacts(here.services)).toMatchObject({ behindMs: expect.any(Number) });
  const other = createJournalWriter(here.services);
  for (let number = 0; number < 5; number += 1) {
    await here.upload(`${number}.txt`, `${number}`);
    await Promise.all([here.journal(), other()]);
  }
  await other();
  expect(await journalFacts(here.services)).toMatchObject({ behindMs: 0 });
  await here.upload('late.txt', 'late');
  here.world.clock.advance(90_000);
  const { behindMs } = await journalFacts(here.services);
  expect(behindMs).toBeGreaterThan(60_000);
  await here.journal();
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([]);
  expect(await treeHash(services.db)).toBe(await treeHash(here.services.db));
});

test('segments that two snapshots cover are deleted', async () => {
  await here.journal();
  for (let number = 0; number < 4; number += 1) {
    await here.upload(`${number}.txt`, `${number}`);
    await here.journal();
    here.world.clock.advance(1_000);
    await here.snapshot();
  }
  expect((await keysOf('listSnapshots')).filter((key) => !key.includes('/parts/'))).toHaveLength(2);
  expect(await installationOf()).toHaveLength(1);
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([]);
  expect(await treeHash(services.db)).toBe(await treeHash(here.services.db));
});

test('a database that was restored from a backup writes the journal that counts', async () => {
  await here.upload('a.txt', 'a');
  await here.journal();
  await here.journal();
  const { db } = here.services;
  const backup = await db.selectFrom('journal').selectAll().executeTakeFirstOrThrow();
  const gone = await here.upload('gone.txt', 'gone');
  await here.journal();
  here.world.clock.advance(1_000);
  await here.snapshot();
  // As if nothing had happened since the backup.
  await db.deleteFrom('version').where('node_id', '=', gone).execute();
  await db.deleteFrom('node').where('id', '=', gone).execute();
  await sql`truncate upload cascade`.execute(db);
  await sql`delete from blob where id not in (select blob_id from version)`.execute(db);
  await sql`truncate journal_pending`.execute(db);
  await db
    .updateTable('journal')
    .set({ ...backup, snapshot_at: here.world.clock.now() })
    .execute();
  here.world.clock.advance(1_000);
  await here.upload('b.txt', 'b');
  await createJournalWriter(here.services)();
  const { snapshot_at: due } = await db.selectFrom('journal').select('snapshot_at').executeTakeFirstOrThrow();
  expect(due, 'a snapshot is due').toBeNull();
  await here.snapshot();
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({ troubles: [], recovered: 1 });
  const files = await services.db.selectFrom('node').select('name').where('kind', '=', 'file').execute();
  expect(files.map(({ name }) => name).toSorted()).toEqual(['a.txt', 'b.txt', 'gone.txt']);
});

test('large rows make more parts, none of which is too large for a string', async () => {
  await here.journal();
  await here.journal();
  const large = 'x'.repeat(3 * 1024 * 1024);
  for (const id of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const logo = { id, logo: large, icon: '', favicon: '', created_at: here.world.clock.now() };
    await here.services.db.insertInto('brand_logo').values(logo).execute();
  }
  await here.snapshot();
  const parts = (await keysOf('listSnapshots')).filter((key) => key.includes('/parts/'));
  expect(parts).toHaveLength(2);
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([]);
  expect(await services.db.selectFrom('brand_logo').select('id').execute()).toHaveLength(6);
});

test('of several journals none is chosen, and --journal names one', async () => {
  await here.upload('a.txt', 'a');
  await here.journal();
  await here.journal();
  await here.snapshot();
  const { db } = here.services;
  const { id } = await db.selectFrom('journal').select('id').executeTakeFirstOrThrow();
  // As if Coffer was started on an empty database after a loss.
  await db.deleteFrom('journal').execute();
  here.world.clock.advance(1_000);
  await here.journal();
  await here.snapshot();
  const refused = errorOf((await rebuildNow()).outcome);
  expect(refused).toMatchObject({ code: 'several_journals', journals: [{}, { journal: id.slice(-12) }] });
  const { outcome } = await rebuildNow({ journal: id.slice(-12) });
  expect(valueOf(outcome)).toMatchObject({ journal: { journalId: id }, versions: 1 });
});

test('a transfer that breaks off is repeated, and does not end a rebuild as a bug', async () => {
  await here.upload('a.txt', 'a');
  await here.journal();
  await here.journal();
  const { blobs } = here.store;
  let reads = 0;
  const read =
    (breaks: (number: number) => boolean): typeof blobs.read =>
    async (key) => {
      const found = valueOf(await blobs.read(key));
      reads += 1;
      const isBroken = breaks(reads);
      return ok(found === undefined || !isBroken ? found : { ...found, bytes: broken() });
    };
  const rebuildWith = async (each: typeof blobs.read) => {
    const done = await rebuiltFrom({ store: { ...here.store, blobs: { ...blobs, read: each } } });
    rebuilt.push(done.world);
    return done.outcome;
  };
  expect(valueOf(await rebuildWith(read((number) => number === 1)))).toMatchObject({
    versions: 1,
    troubles: [],
  });
  expect(errorOf(await rebuildWith(read(() => true)))).toEqual({ code: 'store_unavailable' });
});
