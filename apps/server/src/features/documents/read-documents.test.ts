import { Readable } from 'node:stream';
import { NodeId, SERVER_LIMITS, SpaceId, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { docx, pdf, zipBomb } from '../../platform/texts/texts.world.ts';
import { createFolder } from '../files/create-folder.ts';
import { copyNodes } from '../files/copy/copy-nodes.ts';
import { searchContents } from '../files/find/search-contents.ts';
import { restoreVersion } from '../files/restore-version.ts';
import { emptyTrash } from '../files/trash/empty-trash.ts';
import { purgeTrash } from '../files/trash/purge-trash.ts';
import { restoreNodes } from '../files/trash/restore-nodes.ts';
import { trashNodes } from '../files/trash/trash-nodes.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { documentsWorld } from './documents.world.ts';
import { forgetTexts } from './store/documents.ts';

const here = documentsWorld();
const { names, page, read, stateOf, upload } = here;
const neverRead = () => {
  throw new Error('it was read again');
};
const wait = (ms: number) =>
  here.state.world.clock.set(new Date(here.state.world.clock.now().getTime() + ms));

test('files of many formats are read after their upload, others are not', async () => {
  await upload('letter.docx', await docx('A purple letter'));
  await upload('page.pdf', pdf('A purple page'));
  await upload('notes.txt', 'purple notes');
  const picture = await upload('photo.jpg', 'purple');
  const program = await upload('program.bin', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]));
  expect(await page('purple')).toMatchObject({ total: 0, unread: 4 });
  await read();
  expect(await page('purple')).toMatchObject({ total: 3, unread: 0 });
  expect(await names('purple')).toEqual(['letter.docx', 'notes.txt', 'page.pdf']);
  expect([await stateOf(picture.id), await stateOf(program.id)]).toEqual([undefined, 'none']);
});

test('only the current version is found, from the moment it is there', async () => {
  const file = await upload('plan.txt', 'first words');
  await read();
  const newer = await uploaded(here.state.services, here.state.owner, {
    name: 'plan.txt',
    bytes: Buffer.from('second words'),
    conflict: 'replace',
  });
  expect(newer.id).toBe(file.id);
  expect(await names('words')).toEqual([]);
  await read();
  expect([await names('first'), await names('second')]).toEqual([[], ['plan.txt']]);
  const { versionId } = file;
  const { revision } = newer;
  if (versionId === null) throw new Error('a file has a version');
  valueOf(
    await restoreVersion(here.state.services, here.state.owner.person, {
      nodeId: file.id,
      versionId,
      revision,
    }),
  );
  await read();
  expect([await names('first'), await names('second')]).toEqual([['plan.txt'], []]);
});

test('the trash is searched only if it is asked for, and what is purged leaves nothing', async () => {
  const { owner, services } = here.state;
  const folder = valueOf(
    await createFolder(services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'a',
      ifExists: 'fail',
    }),
  );
  const file = await upload('plan.txt', 'purple', folder.id);
  await read();
  await trashNodes(services, owner.person, [folder.id]);
  expect(await names('purple')).toEqual([]);
  expect(await names('purple', { trash: 'include' })).toEqual(['plan.txt']);
  expect(await names('purple', { trash: 'only' })).toEqual(['plan.txt']);
  await restoreNodes(services, owner.person, [folder.id]);
  expect(await names('purple')).toEqual(['plan.txt']);
  await trashNodes(services, owner.person, [folder.id]);
  valueOf(await emptyTrash(services, owner.person, { spaceId: SpaceId.parse(owner.spaceId), body: {} }));
  await purgeTrash(services);
  expect(await stateOf(file.id)).toBeUndefined();
});

test('strangers find nothing, people with a grant what is below it, contributors their own', async () => {
  const { owner, services, world } = here.state;
  const [guest, contributor] = [await world.addOwner(), await world.addOwner()];
  const folder = valueOf(
    await createFolder(services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name: 'a',
      ifExists: 'fail',
    }),
  );
  await upload('shared.txt', 'purple', folder.id);
  await upload('private.txt', 'purple');
  await read();
  expect(await page('purple', {}, guest)).toMatchObject({ items: [], total: 0, unread: 0 });
  valueOf(
    await createGrants(services, owner.person, {
      groupIds: [],
      role: 'viewer',
      expiresAt: null,
      message: '',
      nodeId: folder.id,
      personIds: [UserId.parse(guest.person.id)],
    }),
  );
  expect(await names('purple', {}, guest)).toEqual(['shared.txt']);
  await services.db
    .insertInto('member')
    .values({
      space_id: owner.spaceId,
      user_id: contributor.person.id,
      role: 'contributor',
      created_at: world.clock.now(),
    })
    .execute();
  expect(await names('purple', {}, contributor)).toEqual([]);
});

test('copies are read once', async () => {
  const { owner, services } = here.state;
  const file = await upload('plan.txt', 'purple');
  await read();
  await copyNodes(services, owner.person, {
    ids: [file.id],
    parentId: NodeId.parse(owner.rootId),
    conflict: 'rename',
  });
  await read({ textReader: { ...services.textReader, read: neverRead } });
  expect(await names('purple')).toEqual(['plan (2).txt', 'plan.txt']);
});

test('hostile and very large files fail alone', async () => {
  const hostile = [
    await upload('broken.pdf', '%PDF-1.4 and nothing'),
    await upload('half.docx', (await docx('cut off')).subarray(0, 200)),
    await upload('bomb.docx', await zipBomb(200 * 2 ** 20)),
  ];
  const huge = await upload('huge.txt', Buffer.alloc(SERVER_LIMITS.textSourceBytesMax, 'huge words '));
  await upload('fine.txt', 'purple');
  await read();
  expect(await Promise.all(hostile.map(async ({ id }) => await stateOf(id)))).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
  expect(await stateOf(huge.id)).toBe('ready');
  expect(await names('purple')).toEqual(['fine.txt']);
}, 120_000);

test('a file that ends the process twice fails, and the machine and the store are waited for', async () => {
  const { services } = here.state;
  const file = await upload('plan.txt', 'purple');
  const failing = (code: 'crashed' | 'unavailable') => ({
    textReader: { ...services.textReader, read: () => Promise.resolve(err({ code, reason: 'SIGSEGV' })) },
  });
  const away = {
    ...services.blobs,
    read: () => Promise.resolve(err({ code: 'store_unavailable' } as const)),
  };
  for (let round = 0; round < 4; round += 1) {
    expect(await read(failing('unavailable'))).toBe(0);
    wait(61_000);
    expect(await read({ blobs: away })).toBe(0);
    wait(61_000);
  }
  expect(await stateOf(file.id)).toBe('waiting');
  await read(failing('crashed'));
  expect(await stateOf(file.id)).toBe('failed');
});

test.each([
  ['that the store refuses', () => err({ code: 'store_refused', diagnosis: 'InvalidObjectState' } as const)],
  ['whose transfer always breaks off', () => ok({ sizeBytes: 6, bytes: brokenOff() })],
])('a file %s is tried again in an hour, and others do not wait for it', async (_, answer) => {
  const { services } = here.state;
  const older = await upload('older.txt', 'purple');
  wait(1_000);
  const newest = await upload('newest.txt', 'violet');
  const { key } = await services.db
    .selectFrom('blob')
    .innerJoin('version', 'version.blob_id', 'blob.id')
    .select('blob.key')
    .where('version.node_id', '=', newest.id)
    .executeTakeFirstOrThrow();
  const asked: string[] = [];
  const blobs = {
    ...services.blobs,
    read: async (wanted: string) => {
      asked.push(wanted);
      return wanted === key ? answer() : await services.blobs.read(wanted);
    },
  };
  expect(await read({ blobs })).toBe(2);
  expect(await stateOf(older.id)).toBe('ready');
  expect(asked[0]).toBe(key);
  wait(30 * 60_000);
  expect(await read({ blobs })).toBe(0);
  wait(31 * 60_000);
  expect(await read()).toBe(1);
  expect(await stateOf(newest.id)).toBe('ready');
});

test('where it is switched off nothing is found or kept', async () => {
  const { owner, services } = here.state;
  const file = await upload('plan.txt', 'purple');
  await read();
  const off = { ...services, config: { searchesContents: false } };
  const query = { q: 'purple', in: 'content', trash: 'exclude', limit: 10 } as const;
  expect(valueOf(await searchContents(off, owner.person, query))).toMatchObject({ items: [], unread: null });
  expect(await forgetTexts(services.db, 100)).toBeGreaterThan(0);
  expect(await stateOf(file.id)).toBe('waiting');
  expect(await names('purple')).toEqual([]);
});

function brokenOff(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error('reset'));
    },
  });
}
