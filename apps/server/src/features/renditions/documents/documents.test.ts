import { NodeId, SpaceId, VersionId } from '@coffer/contracts';
import { DAY_MS, err, MINUTE_MS, ok } from '@coffer/kit';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { uploaded, type UploadServices } from '../../../live-upload.contract.ts';
import { type Owner, startLiveWorld, type StoreWorld, valueOf, type World } from '../../../live.world.ts';
import type { Converter } from '../../../platform/converter/converter.ts';
import { emptyTrash } from '../../files/trash/empty-trash.ts';
import { purgeTrash } from '../../files/trash/purge-trash.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { dropDocuments, sweepRenditions } from '../drop-renditions.ts';
import { convertDocuments } from './convert-documents.ts';
import { showDocument } from './show-document.ts';

let world: World;
let store: StoreWorld;
let services: UploadServices;
let owner: Owner;
let converter: Converter & { sent: string[] };
const running = new AbortController().signal;

beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, store, services } = live);
  return async () => await live[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await services.db.deleteFrom('conversion').execute();
  owner = await world.addOwner();
  converter = answering('document');
});

type Answer = 'document' | 'unreadable' | 'unavailable';

function answering(answer: Answer): typeof converter {
  const sent: string[] = [];
  return {
    sent,
    convert: async ({ extension, bytes }) => {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      sent.push(`${extension}: ${Buffer.concat(parts).toString()}`);
      if (answer !== 'document') return err({ code: answer, reason: 'as the test wants' });
      return ok(Buffer.from('%PDF-1.7 pages'));
    },
  };
}

type Uploaded = Awaited<ReturnType<typeof uploaded>>;
const upload = async (name: string, text: string) =>
  await uploaded(services, owner, { name, bytes: Buffer.from(text) });

async function show(node: Uploaded, { as = owner, has = true, isLost = false } = {}) {
  const asked = {
    nodeId: NodeId.parse(node.id),
    versionId: VersionId.parse(node.versionId),
    ...(isLost ? { isLost } : {}),
  } as const;
  const needs = { ...services, converter: has ? converter : undefined };
  const shown = await showDocument(needs, as.person, asked);
  return shown.ok ? shown.value : shown.error;
}

const stateOf = async (node: Uploaded, more: Parameters<typeof show>[1] = {}) => {
  const shown = await show(node, more);
  return 'state' in shown ? shown.state : shown.code;
};
const convert = async () => await convertDocuments({ ...services, converter }, running);
const wait = (ms: number) => world.clock.advance(ms);

test('an office file is sent once without its name, and its document is kept and served', async () => {
  const letter = await upload('Secret plans.DOCX', 'office bytes');
  expect(await stateOf(letter, { has: false })).toBe('off');
  expect(await stateOf(await upload('notes.txt', 'text'))).toBe('none');
  expect(await stateOf(letter)).toBe('wanted');
  expect(await convert()).toBe(1);
  expect(await convert()).toBe(0);
  expect(converter.sent).toEqual(['docx: office bytes']);
  const shown = await show(letter);
  if (!('url' in shown)) throw new Error('the document is not ready');
  expect(shown.sizeBytes).toBe(14);
  const answer = await fetch(shown.url);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(await answer.text()).toBe('%PDF-1.7 pages');
  expect(await sweepRenditions(services, running)).toBe(0);
  const stranger = await world.addOwner();
  expect(await stateOf(letter, { as: stranger })).toBe('node_not_found');
});

test('an unconvertible file is not retried for a day, and an unavailable service is retried', async () => {
  converter = answering('unreadable');
  const damaged = await upload('damaged.doc', 'x');
  await stateOf(damaged);
  await convert();
  expect(await stateOf(damaged)).toBe('none');
  expect(await convert()).toBe(0);
  wait(DAY_MS);
  expect(await stateOf(damaged)).toBe('wanted');
  converter = answering('document');
  await convert();
  expect(await stateOf(damaged)).toBe('ready');

  converter = answering('unavailable');
  const [one, other] = [await upload('one.odt', '1'), await upload('other.odt', '2')];
  await stateOf(one);
  await stateOf(other);
  await convert();
  expect(converter.sent).toHaveLength(1);
  expect([await stateOf(one), await stateOf(other)]).toEqual(['wanted', 'wanted']);
  converter = answering('document');
  await convert();
  wait(MINUTE_MS);
  await convert();
  expect([await stateOf(one), await stateOf(other)]).toEqual(['ready', 'ready']);
});

test('a file that crashes the service twice does not block the others', async () => {
  converter = answering('unavailable');
  const deadly = await upload('deadly.ppt', 'x');
  await stateOf(deadly);
  for (let round = 0; round < 3; round += 1) {
    await convert();
    wait(MINUTE_MS);
  }
  expect(converter.sent).toHaveLength(2);
  expect(await stateOf(deadly)).toBe('none');
});

test('a lost document is made again, and is deleted with its file', async () => {
  const letter = await upload('letter.rtf', 'office bytes');
  await stateOf(letter);
  await convert();
  const { objects } = valueOf(await store.blobs.listRenditions({ after: undefined, limit: 1_000 }));
  const key = objects.find((object) => object.key.includes('document.pdf'))?.key ?? '';
  await services.db.selectFrom('conversion').selectAll().executeTakeFirstOrThrow();
  for (const object of objects) if (object.key.endsWith('.pdf')) await store.blobs.remove(object.key);
  expect(await stateOf(letter)).toBe('ready');
  expect(await stateOf(letter, { isLost: true })).toBe('wanted');
  await convert();
  expect(await stateOf(letter, { isLost: true })).toBe('ready');
  await trashNodes(services, owner.person, [NodeId.parse(letter.id)]);
  valueOf(await emptyTrash(services, owner.person, { spaceId: SpaceId.parse(owner.spaceId), body: {} }));
  await purgeTrash(services);
  wait(10 * MINUTE_MS);
  expect(key).not.toBe('');
  expect(await dropDocuments(services)).toBe(1);
  const left = valueOf(await store.blobs.listRenditions({ after: undefined, limit: 1_000 }));
  expect(left.objects.filter((object) => object.key.endsWith('.pdf'))).toEqual([]);
});
