// docs/decisions/0132-the-bucket-is-enough.md
import { sized } from '@coffer/testing/campaign';
import { MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getPicture, setPicture } from '../../src/features/account/picture.ts';
import { jpegOf } from '../../src/features/account/picture.world.ts';
import { admitPerson } from '../../src/features/sign-in/admit-person.ts';
import { JOURNALED, NOT_JOURNALED } from '../../src/features/journal/model.ts';
import { createBrandReader, createLogoReader } from '../../src/features/settings/index.ts';
import { createJournalWriter } from '../../src/features/journal/write-journal.ts';
import { countedFigures, figuresOf } from '../../src/live-ledger.contract.ts';
import { begin, sendAll, uploaded } from '../../src/live-upload.contract.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { randomFrom, treeHash, treeLines } from './rebuild.world.ts';
import { here, installationOf, keysOf, prepareRebuilds, rebuildNow } from './rebuilt.world.ts';

const LIVES = sized({ gate: 1, campaign: 12 });

const ACTS = sized({ gate: 30, campaign: 400 });

prepareRebuilds();

test('every table is in the journal, or named as one that a rebuild does without', async () => {
  const { rows } = await sql<{ readonly name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
      and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`.execute(here.services.db);
  const known = [...JOURNALED.map(({ name }) => name), ...NOT_JOURNALED].toSorted();
  expect(rows.map(({ name }) => name)).toEqual(known);
});

test.each(Array.from({ length: LIVES }, (_, index) => index + 1))(
  'what people did is rebuilt from the bucket, with their rights (seed %i)',
  { timeout: 20 * MINUTE_MS },
  async (seed) => {
    const random = randomFrom(seed);
    await here.journal();
    for (let number = 0; number < ACTS; number += 1) {
      await here.act(random);
      if (random() < 0.15) await here.journal();
      if (random() < 0.03) await here.snapshot();
    }
    await here.journal();
    const { services, outcome } = await rebuildNow();
    const report = valueOf(outcome);
    expect(report).toMatchObject({ troubles: [], recovered: 0, displaced: 0, dropped: 0, missing: 0 });
    expect(await treeLines(services.db)).toEqual(await treeLines(here.services.db));
    expect(await treeHash(services.db)).toBe(await treeHash(here.services.db));
    for (const spaceId of [here.owner.spaceId, here.teamId]) {
      expect(await figuresOf(services.db, spaceId)).toEqual(await countedFigures(services.db, spaceId));
    }
    // The journal goes on, and so does the work.
    await uploaded(services, here.owner, { name: 'after.txt', bytes: Buffer.from('after') });
    await createJournalWriter(services)();
    const again = await rebuildNow();
    expect(valueOf(again.outcome)).toMatchObject({ troubles: [], recovered: 0 });
    expect(await treeHash(again.services.db)).toBe(await treeHash(services.db));
  },
);

test('people come back by issuer and subject, to what was theirs', async () => {
  await here.journal();
  await here.journal();
  const { services } = await rebuildNow();
  const { person, spaceId } = here.owner;
  const identity = { issuer: 'https://issuer.example', subject: person.id, username: person.username };
  const more = { email: person.email, emailVerified: true, name: person.name, groups: undefined };
  const rules = { admitsNewPeople: true, admitsInvited: true, linksVerifiedEmail: false, allowedDomains: [] };
  const admitted = await inTransaction(
    services.db,
    async (tx) =>
      await admitPerson(services, tx, { identity: { ...identity, ...more }, rules, groupPrefix: '' }),
  );
  expect(valueOf(admitted).id).toBe(person.id);
  const spaces = await services.db
    .selectFrom('space')
    .select('id')
    .where('owner_id', '=', person.id)
    .execute();
  expect(spaces.map(({ id }) => id).toSorted()).toEqual([spaceId, here.teamId].toSorted());
});

test('name, color and logo of the installation come back', async () => {
  const { db, clock } = here.services;
  const logo = { id: `${'x'.repeat(22)}-10x10`, logo: 'bG9nbw==', icon: 'aWNvbg==', favicon: 'ZmF2aWNvbg==' };
  await db
    .insertInto('brand_logo')
    .values({ ...logo, created_at: clock.now() })
    .execute();
  const setting = { key: 'brandLogo', value: JSON.stringify(logo.id), previous: JSON.stringify('') };
  await db
    .insertInto('admin_setting')
    .values({ ...setting, changed_by: here.owner.person.id, changed_at: clock.now() })
    .execute();
  await here.journal();
  await here.journal();
  const { services } = await rebuildNow();
  services.settings.forget();
  expect(await createBrandReader(services)()).toMatchObject({
    logo: { light: `/brand/${logo.id}/logo.webp` },
  });
  const served = await createLogoReader(services)(`/brand/${logo.id}/icon.png`);
  expect(Buffer.from(served?.bytes ?? []).toString()).toBe('icon');
});

test('a hold comes back, with its reason, and holds', async () => {
  const hold = {
    hold_began_at: here.world.clock.now(),
    hold_by: here.owner.person.id,
    hold_reason: 'Case 7',
  };
  await here.upload('kept.txt', 'kept', here.teamRoot);
  await here.services.db.updateTable('space').set(hold).where('id', '=', here.teamId).execute();
  await here.journal();
  await here.journal();
  const { db } = (await rebuildNow()).services;
  const columns = ['hold_began_at', 'hold_by', 'hold_reason'] as const;
  const row = db.selectFrom('space').select(columns).where('id', '=', here.teamId);
  expect(await row.executeTakeFirst()).toEqual(hold);
  const lost = db.deleteFrom('version').where('space_id', '=', here.teamId).execute();
  await expect(lost).rejects.toThrow('the space is on hold');
});

test('the retention of a space comes back, with the time that a shorter one waits', async () => {
  const retention = {
    trash_days: 7,
    versions_kept: 3,
    version_days: null,
    trash_days_before: 44,
    versions_kept_before: 100,
    version_days_before: 30,
    retention_changed_at: here.world.clock.now(),
  };
  await here.services.db.updateTable('space').set(retention).where('id', '=', here.teamId).execute();
  await here.journal();
  await here.journal();
  const { db } = (await rebuildNow()).services;
  const columns = [
    'trash_days',
    'versions_kept',
    'version_days',
    'trash_days_before',
    'versions_kept_before',
    'version_days_before',
    'retention_changed_at',
  ] as const;
  const row = db.selectFrom('space').select(columns).where('id', '=', here.teamId);
  expect(await row.executeTakeFirst()).toEqual(retention);
});

test('the pictures of people come back, at their addresses', async () => {
  const { db } = here.services;
  const { person } = here.owner;
  const picture = jpegOf('a face');
  const set = valueOf(await setPicture(here.services, { person, sessionId: 'any' }, { picture }));
  await here.journal();
  await here.journal();
  const { services } = await rebuildNow();
  const served = valueOf(await getPicture(services, set.picture, { header: () => undefined }));
  expect(await new Response(served.bytes).text()).toContain('a face');
  // A journal of before has no ids.
  await db.updateTable('user').set({ picture_id: null }).where('id', '=', person.id).execute();
  await here.journal();
  const again = await rebuildNow();
  const row = await again.services.db
    .selectFrom('user')
    .select('picture_id')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(row.picture_id).not.toBeNull();
});

test('what waits for an address comes back', async () => {
  const { db, clock, newId } = here.services;
  const now = clock.now();
  const { id: nodeId } = await db
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', here.teamId)
    .executeTakeFirstOrThrow();
  const terms = {
    role: 'editor',
    message: 'Look',
    expires_at: null,
    granted_by: here.owner.person.id,
  } as const;
  const row = { id: newId(), space_id: here.teamId, node_id: nodeId, email: 'New@example.org', ...terms };
  const times = { sent_at: now, created_at: now, updated_at: now };
  const waitsUntil = new Date(now.getTime() + 60 * MINUTE_MS);
  await db
    .insertInto('invited_grant')
    .values({ ...row, ...times, waits_until: waitsUntil })
    .execute();
  await here.journal();
  await here.journal();
  const { services } = await rebuildNow();
  expect(await services.db.selectFrom('invited_grant').selectAll().execute()).toMatchObject([row]);
});

test('a change that is committed late is in a later segment', async () => {
  await here.journal();
  const opened = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const late = inTransaction(here.services.db, async (tx) => {
    await tx.updateTable('space').set({ description: 'late' }).where('id', '=', here.teamId).execute();
    opened.resolve();
    await released.promise;
  });
  await opened.promise;
  await here.upload('early.txt', 'early');
  await here.journal();
  released.resolve();
  await late;
  await here.journal();
  const { services } = await rebuildNow();
  expect(await treeHash(services.db)).toBe(await treeHash(here.services.db));
});

test('a lost and an altered segment are named, and nothing that has bytes is lost', async () => {
  await here.journal();
  await here.snapshot();
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) {
    await here.upload(name, name);
    await here.journal();
  }
  const segments = await installationOf();
  const [lost = '', altered = ''] = segments.slice(-3);
  valueOf(await here.store.blobs.remove(lost));
  valueOf(
    await here.store.blobs.write({ key: altered, bytes: Buffer.from('{}\n'), mediaType: 'text/plain' }),
  );
  const { services, outcome } = await rebuildNow();
  const report = valueOf(outcome);
  const sequence = Number(/installation\/(\d+)-/.exec(lost)?.[1]);
  expect(report.troubles).toEqual(
    expect.arrayContaining([
      { kind: 'segment_missing', name: String(sequence) },
      { kind: 'segment_altered', name: altered.slice(altered.indexOf('installation/')) },
    ]),
  );
  expect(report.recovered).toBe(2);
  const names = await services.db
    .selectFrom('node')
    .leftJoin('node as parent', 'parent.id', 'node.parent_id')
    .select(['node.name', 'parent.name as folder'])
    .where('node.kind', '=', 'file')
    .orderBy('node.name')
    .execute();
  expect(names).toHaveLength(4);
  expect(names.filter(({ folder }) => folder === 'Recovered')).toHaveLength(2);
});

test('an altered snapshot is passed over for the one before', async () => {
  await here.upload('a.txt', 'a');
  await here.journal();
  await here.journal();
  await here.snapshot();
  await here.upload('b.txt', 'b');
  await here.journal();
  here.world.clock.advance(1_000);
  await here.snapshot();
  const newest = (await keysOf('listSnapshots')).filter((key) => !key.includes('/parts/')).at(-1) ?? '';
  valueOf(await here.store.blobs.write({ key: newest, bytes: Buffer.from('no'), mediaType: 'text/plain' }));
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome).troubles).toEqual([
    { kind: 'snapshot_altered', name: newest.slice(newest.lastIndexOf('/') + 1) },
  ]);
  expect(await treeHash(services.db)).toBe(await treeHash(here.services.db));
});

test('without a journal, files are found by what their objects say', async () => {
  await here.upload('alone.txt', 'first');
  here.world.clock.advance(1_000);
  await here.upload('alone.txt', 'second');
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({
    recovered: 1,
    versions: 2,
    missing: 0,
    journal: { journalId: undefined },
  });
  const file = await services.db
    .selectFrom('node')
    .selectAll()
    .where('kind', '=', 'file')
    .executeTakeFirstOrThrow();
  expect(file).toMatchObject({ space_id: here.owner.spaceId, name: 'alone.txt', size_bytes: 6 });
  const space = await services.db.selectFrom('space').selectAll().executeTakeFirstOrThrow();
  expect(space).toMatchObject({ id: here.owner.spaceId, kind: 'team', used_bytes: 11 });
});

test('missing and different objects are reported and marked, uploads under way are not taken for files', async () => {
  const missing = await here.upload('missing.txt', 'missing');
  const begun = await begin(here.services, here.owner, { name: 'under way.txt', bytes: Buffer.from('way') });
  await here.journal();
  await here.journal();
  await sendAll(begun, Buffer.from('way'));
  const row = await here.services.db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('key')
    .where('node_id', '=', missing)
    .executeTakeFirstOrThrow();
  valueOf(await here.store.blobs.remove(row.key));
  const { services, outcome } = await rebuildNow();
  expect(valueOf(outcome)).toMatchObject({
    missing: 1,
    recovered: 1,
    troubles: [{ kind: 'object_missing', name: row.key }],
  });
  const node = await services.db
    .selectFrom('node')
    .select('is_damaged')
    .where('id', '=', missing)
    .executeTakeFirstOrThrow();
  expect(node.is_damaged).toBe(true);
});

test('a place without a journal and without files is refused', async () => {
  const { services, outcome } = await rebuildNow();
  expect(errorOf(outcome)).toEqual({ code: 'nothing_found' });
  expect(await services.db.selectFrom('space').select('id').execute()).toEqual([]);
});

test('a dry run keeps nothing, and a database in use is refused', async () => {
  await here.upload('a.txt', 'a');
  await here.journal();
  await here.journal();
  const { services, outcome } = await rebuildNow({ isDryRun: true });
  expect(valueOf(outcome)).toMatchObject({ isDryRun: true, versions: 1 });
  expect(await services.db.selectFrom('user').select('id').execute()).toEqual([]);
  expect(await createJournalWriter(services)()).toBe(0);
  expect((await keysOf('listSnapshots')).length).toBe(0);
  const { rebuild } = await import('../../src/features/journal/rebuild/rebuild.ts');
  const refused = await rebuild(here.services, { isDryRun: false, say: () => undefined });
  expect(errorOf(refused)).toEqual({ code: 'database_not_empty' });
});
