import { LIMITS, NodeId, type SpaceRole } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { connectDatabase } from '../../src/platform/db/connect.ts';
import { answerOnce } from '../../src/http/idempotency.ts';
import { copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { deleteDueBlobs } from '../../src/features/ledger/index.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { keyOf } from '../../src/features/storage/surveyed.world.ts';
import { contentsOf, copyWorld } from './copy.world.ts';

const here = copyWorld();
const { copy, copyOne, file, figuresFor, folder, purge, treeOf } = here;

const join = async (member: Owner, role: SpaceRole, to = here.owner): Promise<void> => {
  await here.services.db
    .insertInto('member')
    .values({ space_id: to.spaceId, user_id: member.person.id, role, created_at: here.world.clock.now() })
    .execute();
};
const member = async (role: SpaceRole): Promise<Owner> => {
  const added = await here.world.addOwner();
  await join(added, role);
  return added;
};
const share = async (nodeId: string, guest: Owner): Promise<void> => {
  const grant = {
    nodeId: NodeId.parse(nodeId),
    personIds: [guest.person.id],
    groupIds: [],
    role: 'viewer' as const,
    expiresAt: null,
    message: '',
  };
  valueOf(await createGrants(here.services, here.owner.person, grant));
};

test('a stranger cannot copy anything, and learns nothing', async () => {
  const { id } = await file('a.txt');
  const stranger = await here.world.addOwner();
  expect(valueOf(await copy([id], stranger.rootId, { by: stranger.person })).items).toEqual([
    { ok: false, id, code: 'node_not_found' },
  ]);
  const own = await file('own.txt', { owner: stranger });
  expect(errorOf(await copy([own.id], here.owner.rootId, { by: stranger.person })).code).toBe(
    'node_not_found',
  );
  expect(await treeOf(here.owner.rootId)).toEqual({ 'a.txt': 10 });
});

test('a viewer copies what they see into their own space, and nothing into the space', async () => {
  const viewer = await member('viewer');
  const top = await folder('top');
  await file('a.txt', { parentId: top, size: 20 });
  expect(errorOf(await copy([top], here.owner.rootId, { by: viewer.person }))).toEqual({
    code: 'not_allowed',
    facts: { needed_role: 'contributor' },
  });
  await copyOne(top, viewer.rootId, { by: viewer.person });
  expect(await treeOf(viewer.rootId, viewer.person)).toEqual({ top: { 'a.txt': 20 } });
  expect(await figuresFor(viewer)).toMatchObject({ used: 20 });
  expect(await figuresFor(here.owner)).toMatchObject({ used: 20 });
});

test('a person with a shared folder can copy only that folder', async () => {
  const guest = await here.world.addOwner();
  const top = await folder('top');
  const shared = await folder('shared', top);
  await file('a.txt', { parentId: shared });
  await share(shared, guest);
  const copied = await copy([top, shared], guest.rootId, { by: guest.person });
  expect(valueOf(copied).items).toMatchObject([{ ok: false, code: 'node_not_found' }, { ok: true }]);
  expect(await treeOf(guest.rootId, guest.person)).toEqual({ shared: { 'a.txt': 10 } });
});

test('a contributor copies what they made and leaves out what others made', async () => {
  const contributor = await member('contributor');
  const own = await folder('own');
  await here.services.db
    .updateTable('node')
    .set({ created_by: contributor.person.id })
    .where('id', '=', own)
    .execute();
  await file('secret.txt', { parentId: own });
  const secret = await file('secret.txt');
  const by = contributor.person;
  expect(valueOf(await copy([secret.id], contributor.rootId, { by })).items).toMatchObject([
    { ok: false, code: 'node_not_found' },
  ]);
  await copyOne(own, contributor.rootId, { by });
  expect(await treeOf(contributor.rootId, by)).toEqual({ own: {} });
});

test('neither the root of a space nor what lies in the trash is copied, and nothing into a file or the trash', async () => {
  const { id } = await file('a.txt');
  const gone = await folder('gone');
  const target = await folder('target');
  const inside = await file('inside.txt', { parentId: gone });
  await here.trash(gone);
  expect(valueOf(await copy([here.owner.rootId, inside.id, gone], target)).items).toMatchObject([
    { ok: false, code: 'not_allowed' },
    { ok: false, code: 'node_not_found' },
    { ok: false, code: 'node_not_found' },
  ]);
  for (const to of [gone, id]) expect(errorOf(await copy([id], to)).code).toBe('node_not_found');
});

test('twice with the same key copies once and answers the same, also at the same moment', async () => {
  const { id } = await file('a.txt');
  const target = await folder('target');
  const input = { ids: [id], parentId: target, conflict: 'rename' as const };
  const request = {
    userId: here.owner.person.id,
    key: 'the-same-key',
    operation: 'copyNodes',
    status: 200,
    input,
  };
  const ask = async () =>
    valueOf(
      await answerOnce(here.services, request, async (once) => {
        const copied = await copyNodes({ ...here.services, once }, here.owner.person, input);
        return copied.ok ? { ok: true, value: { status: 200, body: copied.value } } : copied;
      }),
    );
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
  const [first] = answers;
  for (const { body } of answers) expect(body).toEqual(first?.body);
  expect(await treeOf(target)).toEqual({ 'a.txt': 10 });
});

/** Another connection pool, as another server has. */
async function withServers<T>(work: (dbs: readonly (typeof here.services.db)[]) => Promise<T>): Promise<T> {
  const { connectionString } = here.world;
  const log = here.services.log;
  const pools = [1, 2, 3, 4].map(() => connectDatabase({ connectionString, log, connectionsMax: 3 }));
  try {
    return await work(pools.map(({ db }) => db));
  } finally {
    for (const pool of pools) await pool.close();
  }
}

test('while files are copied and deleted from all sides, no object is lost and none is left over', async () => {
  const other = await here.world.addOwner();
  await join(here.owner, 'editor', other);
  await join(other, 'editor');
  const spaces = [here.owner, other];
  const original = await file('seed.txt', { size: 50 });
  await withServers(async (dbs) => {
    const turns = dbs.map(async (db, server) => {
      const services = { ...here.services, db };
      for (let turn = 0; turn < 25; turn += 1) {
        const from = spaces[(turn + server) % 2] ?? here.owner;
        const to = spaces[turn % 2] ?? here.owner;
        const living = await db
          .selectFrom('node')
          .select('id')
          .where('space_id', '=', from.spaceId)
          .where('kind', '=', 'file')
          .where('trashed_at', 'is', null)
          .execute();
        const ids = living.map(({ id }) => NodeId.parse(id));
        const some = ids.filter((_, index) => (index + turn) % 3 === 0);
        if (turn % 4 === 3) {
          const gone = some.filter((id) => id !== original.id);
          await trashNodes(services, from.person, gone);
          await purge(from);
        } else if (ids.length < 60 && some.length > 0) {
          const request = { ids: some, parentId: NodeId.parse(to.rootId), conflict: 'rename' as const };
          valueOf(await copyNodes(services, here.owner.person, request));
        }
        if (turn % 5 === 4) await deleteDueBlobs(services);
      }
    });
    await Promise.all(turns);
  });
  const key = await keyOf(here, original.id);
  for (const owner of spaces) {
    await figuresFor(owner);
    const { kept, counted } = await contentsOf(here, owner.spaceId);
    expect(kept).toBe(counted);
  }
  const stored = async (): Promise<boolean> =>
    valueOf(await here.store.blobs.listObjects({ after: undefined, limit: 1_000 })).objects.some(
      (object) => object.key === key,
    );
  expect(await stored()).toBe(true);
  expect(await here.download(original.id)).toEqual(Buffer.alloc(50, 'seed.txt'));
  for (const owner of spaces) {
    const rows = await here.services.db
      .selectFrom('node')
      .select('id')
      .where('space_id', '=', owner.spaceId)
      .where('kind', '=', 'file')
      .execute();
    await purge(owner, ...rows.map(({ id }) => id));
  }
  here.world.clock.advance(LIMITS.quarantineLifeMs + DAY_MS);
  await deleteDueBlobs(here.services);
  expect(await stored()).toBe(false);
  for (const owner of spaces) {
    expect(await figuresFor(owner)).toEqual({ used: 0, reserved: 0, held: 0, purged: 0 });
  }
}, 120_000);

test('of a concurrent copy and purge, the copy has its bytes or is rejected', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const original = await file(`${turn}.txt`);
    const target = await folder(`target ${turn}`);
    const [copied] = await Promise.all([copy([original.id], target), purge(here.owner, original.id)]);
    here.world.clock.advance(LIMITS.quarantineLifeMs + DAY_MS);
    await deleteDueBlobs(here.services);
    const [item] = valueOf(copied).items;
    const outcome = item?.ok === true ? String(await here.download(item.node.id)) : item?.code;
    expect(['node_not_found', String(Buffer.alloc(10, `${turn}.txt`))]).toContain(outcome);
    await figuresFor(here.owner);
  }
}, 60_000);

test('of a concurrent copy and trashing of its target, nothing is copied into the trash', async () => {
  for (let turn = 0; turn < 10; turn += 1) {
    const original = await file(`${turn}.txt`);
    const target = await folder(`target ${turn}`);
    const [copied] = await Promise.all([
      copy([original.id], target),
      trashNodes(here.services, here.owner.person, [target]),
    ]);
    const inside = await here.services.db
      .selectFrom('node')
      .select('id')
      .where('parent_id', '=', target)
      .execute();
    expect(inside).toHaveLength(copied.ok ? 1 : 0);
    expect(copied.ok ? 'node_not_found' : copied.error.code).toBe('node_not_found');
  }
});
