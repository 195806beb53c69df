import { NodeId, UploadId } from '@coffer/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { declarations } from '../../../live-upload.contract.ts';
import { valueOf } from '../../../live.world.ts';
import { connectDatabase, type Database } from '../../../platform/db/connect.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { createFolder } from '../../files/create-folder.ts';
import { listChildren } from '../../files/list-children.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { renameNode } from '../../files/rename-node.ts';
import { restoreNodes } from '../../files/trash/restore-nodes.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { abortUpload } from '../end/abort-upload.ts';
import { completeUpload } from '../complete/complete-upload.ts';
import { createUpload } from '../reserve/create-upload.ts';
import { signParts } from '../sign/sign-parts.ts';
import { uploadWorld } from '../upload.world.ts';
import { lockSpace } from '../../spaces/index.ts';

const CONNECTIONS = 6;
const CALLS = 30;
const BYTES = Buffer.from('written');
const here = uploadWorld();
let few: Database;

beforeEach(() => {
  const { connectionString, services } = here.world;
  few = connectDatabase({ connectionString, log: services.log, connectionsMax: CONNECTIONS });
});
afterEach(async () => await few.close());

const services = () => ({ ...here.services, db: few.db });
const root = (): NodeId => NodeId.parse(here.owner.rootId);
const folder = async (name: string) =>
  valueOf(
    await createFolder(here.services, here.owner.person, { parentId: root(), name, ifExists: 'rename' }),
  );
const reserve = async (name: string, from: typeof here.services) =>
  await createUpload(from, here.owner.person, {
    parentId: root(),
    name,
    sizeBytes: BYTES.length,
    mediaType: 'text/plain',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: 'rename',
    parts: declarations(BYTES),
  });

async function reserved(name: string): Promise<UploadId> {
  const created = valueOf(await reserve(name, here.services));
  if (created.outcome !== 'created') throw new Error('the upload was not created');
  return UploadId.parse(created.upload.id);
}

const WRITES: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  'makes a folder': () =>
    Promise.resolve(
      async () =>
        await createFolder(services(), here.owner.person, {
          parentId: root(),
          name: 'a',
          ifExists: 'rename',
        }),
    ),
  'renames a node': async () => {
    const { id, revision } = await folder('b');
    const change = { nodeId: NodeId.parse(id), name: 'b too', revision };
    return async () => await renameNode(services(), here.owner.person, change);
  },
  'moves to another folder': async () => {
    const [{ id }, target] = [await folder('moved'), await folder('target')];
    const ids = [NodeId.parse(id)];
    const parentId = NodeId.parse(target.id);
    return async () => await moveNodes(services(), here.owner.person, { ids, parentId, conflict: 'fail' });
  },
  'moves to the trash': async () => {
    const { id } = await folder('c');
    return async () => await trashNodes(services(), here.owner.person, [NodeId.parse(id)]);
  },
  'brings back from the trash': async () => {
    const { id } = await folder('d');
    await trashNodes(here.services, here.owner.person, [NodeId.parse(id)]);
    return async () => await restoreNodes(services(), here.owner.person, [NodeId.parse(id)]);
  },
  'reserves an upload': () => Promise.resolve(async () => await reserve('e', services())),
  'signs a part': async () => {
    const uploadId = await reserved('f');
    const parts = declarations(BYTES);
    return async () => await signParts(services(), here.owner.person, { uploadId, parts });
  },
  'gives an upload up': async () => {
    const uploadId = await reserved('g');
    return async () => await abortUpload(services(), here.owner.person, uploadId);
  },
  'completes an upload': async () => {
    const created = valueOf(await reserve('h', here.services));
    if (created.outcome !== 'created') throw new Error('the upload was not created');
    const [signed] = created.signed;
    const form = new FormData();
    for (const [field, value] of signed?.fields ?? []) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(BYTES)]));
    expect((await fetch(signed?.url ?? '', { method: 'POST', body: form })).ok).toBe(true);
    const uploadId = UploadId.parse(created.upload.id);
    return async () => await completeUpload(services(), here.owner.person, uploadId);
  },
};

test.each(Object.entries(WRITES))('%s many times at once, and connections are left', async (_, prepare) => {
  const write = await prepare();
  const locked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const locking = inTransaction(here.world.services.db, async (tx) => {
    await lockSpace(tx, here.owner.spaceId);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const writes = Promise.allSettled(Array.from({ length: CALLS }, write));
  const query = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
  for (let round = 0; round < CALLS; round += 1) {
    const listed = await listChildren(services(), here.owner.person, { nodeId: root(), query });
    expect(listed.ok).toBe(true);
  }
  gate.resolve();
  await locking;
  expect((await writes).filter((each) => each.status === 'rejected')).toEqual([]);
});
