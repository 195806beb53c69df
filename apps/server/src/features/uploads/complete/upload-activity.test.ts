// docs/decisions/0098-uploads-in-the-activity.md
import { FeedQuery, NodeId } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { uploaded } from '../../../live-upload.contract.ts';
import { valueOf } from '../../../live.world.ts';
import { createFolder } from '../../files/create-folder.ts';
import { listFeed } from '../../files/details/list-feed.ts';
import { uploadWorld } from '../upload.world.ts';

const here = uploadWorld();
const { folder } = here;

const put = async (name: string, parentId: string) =>
  await uploaded(here.services, here.owner, { name, bytes: Buffer.from(name), parentId });
const added = async () =>
  valueOf(await listFeed(here.services, here.owner.person, FeedQuery.parse({}))).items.flatMap((item) =>
    item.action.kind === 'created' && item.place?.kind === 'file'
      ? [[item.name, item.count, item.undoJobId]]
      : [],
  );

test('files that are uploaded to a folder one after another are one entry, another folder and a later upload are not', async () => {
  const [album, other] = [await folder('album'), await folder('other')];
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await put(name, album);
  await put('d.jpg', other);
  expect(await added()).toEqual([
    ['d.jpg', 1, null],
    ['a.jpg', 3, null],
  ]);
  here.world.clock.advance(9 * MINUTE_MS);
  await put('e.jpg', album);
  expect(await added()).toContainEqual(['a.jpg', 4, null]);
  here.world.clock.advance(11 * MINUTE_MS);
  await put('f.jpg', album);
  expect(await added()).toEqual([
    ['f.jpg', 1, null],
    ['d.jpg', 1, null],
    ['a.jpg', 4, null],
  ]);
});

test('a tree of folders that is uploaded is one entry, and one that is uploaded later is another', async () => {
  const upload = async (name: string, parentId: string) => {
    const request = { parentId: NodeId.parse(parentId), name, ifExists: 'reuse' as const };
    return valueOf(await createFolder(here.services, here.owner.person, request)).id;
  };
  const addedFolders = async () =>
    valueOf(await listFeed(here.services, here.owner.person, FeedQuery.parse({}))).items.flatMap((item) =>
      item.place?.kind === 'folder' ? [[item.name, item.count, item.undoJobId === null]] : [],
    );
  const byHand = await folder('by hand');
  const photos = await upload('Photos', byHand);
  const year = await upload('2026', photos);
  for (const month of ['01', '02']) await upload('raw', await upload(month, year));
  await upload('Papers', byHand);
  expect(await addedFolders()).toEqual([
    ['Photos', 7, true],
    ['by hand', 1, false],
  ]);
  here.world.clock.advance(11 * MINUTE_MS);
  await upload('2027', photos);
  expect(await addedFolders()).toEqual([
    ['2027', 1, true],
    ['Photos', 7, true],
    ['by hand', 1, false],
  ]);
});
