import { type DamagedFile, NodeId, type NodeView, SpaceId, type SpaceRole } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, startLiveWorld, valueOf, type World } from '../../live.world.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { lockBlob, markDamaged } from '../ledger/index.ts';
import { getSpace } from '../spaces/get-space.ts';
import { createFolder } from './create-folder.ts';
import { listDamagedFiles } from './list-damaged-files.ts';
import { restoreNodes } from './trash/restore-nodes.ts';
import { restoreVersion } from './restore-version.ts';
import { trashNodes } from './trash/trash-nodes.ts';

let world: World;
let services: UploadServices;
let owner: Owner;
let spaceId: SpaceId;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, services } = live);
  return async () => await live[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
  spaceId = SpaceId.parse(owner.spaceId);
});

/** Marks the current version as damaged, as the scrub does. */
async function harm(node: NodeView): Promise<void> {
  const now = world.clock.now();
  await inTransaction(services.db, async (tx) => {
    const version = await tx
      .selectFrom('version')
      .select('blob_id')
      .where('id', '=', node.versionId)
      .executeTakeFirstOrThrow();
    const blob = defined(await lockBlob(tx, version.blob_id), 'the object of the file was not found');
    await markDamaged(tx, { blob, damage: 'checksum', now });
  });
}

async function copyRows({ id, versionId }: NodeView, count: number): Promise<void> {
  const fresh = (column: string) => sql`md5(${sql.ref(column)}::text || ${count} || n)::uuid`;
  const of = sql`generate_series(1, ${count}::int) n where`;
  await sql`
    with blobs as (
      insert into blob select (jsonb_populate_record(blob, jsonb_build_object(
        'id', ${fresh('blob.id')}, 'key', ${fresh('blob.id')}))).*
      from blob, ${of} blob.id = (select blob_id from version where id = ${versionId})
    ), versions as (
      insert into version select (jsonb_populate_record(version, jsonb_build_object(
        'id', ${fresh('version.id')}, 'blob_id', ${fresh('version.blob_id')}, 'node_id', ${fresh('version.node_id')}))).*
      from version, ${of} version.id = ${versionId}
    )
    insert into node select (jsonb_populate_record(node, jsonb_build_object(
      'id', ${fresh('node.id')}, 'current_version_id', ${fresh('node.current_version_id')},
      'name', ${fresh('node.id')}, 'name_key', ${fresh('node.id')}))).*
    from node, ${of} node.id = ${id}`.execute(services.db);
}

const folderIn = async (parentId: string, name: string): Promise<NodeView> =>
  valueOf(
    await createFolder(services, owner.person, { parentId: NodeId.parse(parentId), name, ifExists: 'fail' }),
  );

async function listed(
  who: Owner = owner,
  query: { readonly at: number; readonly limit: number } = { at: 0, limit: 100 },
): Promise<{
  readonly count: number | undefined;
  readonly items: readonly DamagedFile[];
  readonly total: number;
}> {
  const { damagedFiles } = valueOf(await getSpace(services, who.person, spaceId));
  return {
    count: damagedFiles,
    ...valueOf(await listDamagedFiles(services, who.person, { spaceId, query })),
  };
}

const namesOf = (items: readonly DamagedFile[]): readonly string[] => items.map(({ node }) => node.name);

async function member(role: SpaceRole): Promise<Owner> {
  const other = await world.addOwner();
  await services.db
    .insertInto('member')
    .values({ space_id: owner.spaceId, user_id: other.person.id, role, created_at: world.clock.now() })
    .execute();
  return { ...other, spaceId: owner.spaceId, rootId: owner.rootId };
}

test('a damaged file anywhere in the space is counted and listed with its place, until an older version is restored', async () => {
  expect(await listed()).toEqual({ count: undefined, items: [], total: 0 });
  const deep = await folderIn((await folderIn(owner.rootId, 'Work')).id, 'Minutes');
  const old = await uploaded(services, owner, { name: 'a', bytes: Buffer.from('old'), parentId: deep.id });
  const rotten = await uploaded(services, owner, {
    name: 'a',
    bytes: Buffer.from('new'),
    parentId: deep.id,
    conflict: 'replace',
  });
  await uploaded(services, owner, { name: 'whole', bytes: Buffer.from('whole') });
  await harm(rotten);
  const { count, items } = await listed();
  expect(count).toBe(1);
  expect(items).toMatchObject([
    {
      node: { id: rotten.id, isDamaged: true, parentId: deep.id },
      from: ['Personal', 'Work', 'Minutes'],
      damage: 'checksum',
      foundAt: world.clock.now().toISOString(),
      whole: { id: old.versionId, number: 1 },
    },
  ]);
  const [file] = items;
  const found = defined(file, 'no damaged file was listed');
  valueOf(
    await restoreVersion(services, owner.person, {
      nodeId: found.node.id,
      versionId: defined(found.whole, 'the damaged file has no intact version').id,
      revision: found.node.revision,
    }),
  );
  expect(await listed()).toEqual({ count: undefined, items: [], total: 0 });
});

test('a file without an intact version says so, and a new version repairs it', async () => {
  const node = await uploaded(services, owner, { name: 'only', bytes: Buffer.from('1') });
  await harm(node);
  expect((await listed()).items).toMatchObject([{ whole: null }]);
  await uploaded(services, owner, { name: 'only', bytes: Buffer.from('2'), conflict: 'replace' });
  expect(await listed()).toMatchObject({ count: undefined, total: 0 });
});

test('damaged files in the trash, directly or in a folder, are hidden until they are restored', async () => {
  const folder = await folderIn(owner.rootId, 'Folder');
  const inner = await folderIn(folder.id, 'Inner');
  const below = await uploaded(services, owner, {
    name: 'below',
    bytes: Buffer.from('1'),
    parentId: inner.id,
  });
  const beside = await uploaded(services, owner, { name: 'beside', bytes: Buffer.from('2') });
  await harm(below);
  await harm(beside);
  expect((await listed()).count).toBe(2);
  await trashNodes(services, owner.person, [beside.id]);
  expect(namesOf((await listed()).items)).toEqual(['below']);
  await trashNodes(services, owner.person, [folder.id]);
  expect(await listed()).toEqual({ count: undefined, items: [], total: 0 });
  await restoreNodes(services, owner.person, [folder.id, beside.id]);
  expect((await listed()).count).toBe(2);
});

test('the newest damage comes first, page by page', async () => {
  for (const name of ['1', '2', '3']) {
    await harm(await uploaded(services, owner, { name, bytes: Buffer.from(name) }));
    world.clock.advance(1_000);
  }
  const first = await listed(owner, { at: 0, limit: 2 });
  expect([namesOf(first.items), first.total]).toEqual([['3', '2'], 3]);
  expect(namesOf((await listed(owner, { at: 2, limit: 2 })).items)).toEqual(['1']);
});

test('however much is damaged below a trashed folder, only the newest of it is looked through', async () => {
  await harm(await uploaded(services, owner, { name: 'older', bytes: Buffer.from('1') }));
  world.clock.advance(1_000);
  const folder = await folderIn(owner.rootId, 'Folder');
  const file = { name: 'newer', bytes: Buffer.from('2'), parentId: folder.id };
  const newer = await uploaded(services, owner, file);
  await harm(newer);
  await copyRows(newer, 1_998);
  await trashNodes(services, owner.person, [folder.id]);
  expect(await listed()).toMatchObject({ count: 1, items: [{ node: { name: 'older' } }], total: 1 });
  await restoreNodes(services, owner.person, [folder.id]);
  // The list stops at this limit.
  expect(await listed()).toMatchObject({ count: 1_000, total: 1_000 });
  await copyRows(newer, 1);
  await trashNodes(services, owner.person, [folder.id]);
  expect(await listed()).toEqual({ count: undefined, items: [], total: 0 });
});

test('people who may restore see all damage, others only that in their folders', async () => {
  const folder = await folderIn(owner.rootId, 'Private');
  const file = { name: 'of the owner', bytes: Buffer.from('1'), parentId: folder.id };
  await harm(await uploaded(services, owner, file));
  const contributor = await member('contributor');
  await harm(await uploaded(services, contributor, { name: 'handed in', bytes: Buffer.from('2') }));
  for (const role of ['editor', 'manager'] as const)
    expect(await listed(await member(role))).toMatchObject({ count: 2, total: 2 });
  expect(await listed(await member('viewer'))).toMatchObject({ count: undefined, total: 2 });
  const own = await listed(contributor);
  expect([own.count, namesOf(own.items), own.total]).toEqual([undefined, ['handed in'], 1]);
});
