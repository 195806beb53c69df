import { type CreateUploadRequest, NodeId, type NodeView, UploadId } from '@coffer/contracts';
import { DAY_MS, MIB } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { countedFigures, type Figures, figuresOf, storedBytesOf } from '../../live-ledger.contract.ts';
import { declarations, type UploadServices } from '../../live-upload.contract.ts';
import {
  type Owner,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import { createFolder } from '../files/create-folder.ts';
import { listChildren } from '../files/list-children.ts';
import { abortUpload } from './end/abort-upload.ts';
import { completeUpload } from './complete/complete-upload.ts';
import { getUpload } from './get-upload.ts';
import { signParts } from './sign/sign-parts.ts';

export { DAY_MS, MIB };

/** A file of three parts: 8 MiB, 8 MiB and 3 bytes. */
export const large = (fill = 1): Buffer =>
  Buffer.concat([Buffer.alloc(8 * MIB, fill), Buffer.alloc(8 * MIB, fill + 1), Buffer.from('end')]);
export const small = (text: string): Buffer => Buffer.from(text);

/** For uploads that no guest of an edit link sent. */
export const noLinks = () => {
  throw new Error('no upload is from a guest');
};

interface UploadWorld {
  world: World;
  store: StoreWorld;
  services: UploadServices;
  owner: Owner;
  /** A request for one upload into the root folder. */
  readonly requestFor: (
    name: string,
    bytes: Buffer,
    more?: Partial<CreateUploadRequest>,
  ) => CreateUploadRequest;
  readonly folder: (name: string, parentId?: string) => Promise<NodeId>;
  readonly complete: (id: string) => ReturnType<typeof completeUpload>;
  readonly sign: (id: string, parts: ReturnType<typeof declarations>) => ReturnType<typeof signParts>;
  readonly status: (id: string) => ReturnType<typeof getUpload>;
  readonly abort: (id: string) => ReturnType<typeof abortUpload>;
  readonly use: () => Promise<{ readonly used_bytes: number; readonly reserved_bytes: number }>;
  readonly held: () => Promise<number>;
  /** The figures of the space, which must equal the sums of its objects. */
  readonly figures: () => Promise<Figures>;
  readonly storedBytes: () => Promise<number>;
  readonly listed: (folderId?: string) => Promise<readonly NodeView[]>;
  readonly blobStates: () => Promise<readonly string[]>;
  readonly download: (nodeId: string) => Promise<Buffer>;
}

export function uploadWorld(ofOwner: { readonly quotaBytes?: number } = {}): UploadWorld {
  const here = { ...callsOf(() => here) } as UploadWorld;
  beforeAll(async () => {
    here.world = await startWorld();
    here.store = await startStoreWorld(here.world.services.log);
  });
  afterAll(async () => {
    // No log line may contain a name or a signature.
    expect(JSON.stringify(here.world.lines)).not.toMatch(/X-Amz|\.bin|\.txt/i);
    await here.store[Symbol.asyncDispose]();
    await here.world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    here.owner = await here.world.addOwner(ofOwner);
    here.world.clock.set(new Date());
    here.services = { ...here.world.services, blobs: here.store.blobs };
  });
  return here;
}

function callsOf(here: () => UploadWorld): Omit<UploadWorld, 'world' | 'store' | 'services' | 'owner'> {
  const services = (): UploadServices => here().services;
  const person = (): Owner['person'] => here().owner.person;
  return {
    requestFor: (name, bytes, more = {}) => ({
      parentId: NodeId.parse(here().owner.rootId),
      name,
      sizeBytes: bytes.length,
      mediaType: 'text/plain',
      modifiedAt: '2029-05-06T07:08:09.000Z',
      conflict: 'ask',
      parts: declarations(bytes),
      ...more,
    }),
    folder: async (name, parentId = here().owner.rootId) =>
      valueOf(
        await createFolder(services(), person(), {
          parentId: NodeId.parse(parentId),
          name,
          ifExists: 'fail',
        }),
      ).id,
    complete: async (id) => await completeUpload(services(), person(), UploadId.parse(id)),
    sign: async (id, parts) => await signParts(services(), person(), { uploadId: UploadId.parse(id), parts }),
    status: async (id) => await getUpload(services(), person(), UploadId.parse(id)),
    abort: async (id) => await abortUpload(services(), person(), UploadId.parse(id)),
    use: async () =>
      await services()
        .db.selectFrom('space')
        .select(['used_bytes', 'reserved_bytes'])
        .where('id', '=', here().owner.spaceId)
        .executeTakeFirstOrThrow(),
    figures: async () => {
      const counted = await figuresOf(services().db, here().owner.spaceId);
      expect(counted).toEqual(await countedFigures(services().db, here().owner.spaceId));
      return counted;
    },
    storedBytes: async () => await storedBytesOf(services().db, here().store.blobs, here().owner.spaceId),
    held: async () =>
      (
        await services()
          .db.selectFrom('space')
          .select('held_bytes')
          .where('id', '=', here().owner.spaceId)
          .executeTakeFirstOrThrow()
      ).held_bytes,
    listed: async (folderId = here().owner.rootId) =>
      valueOf(
        await listChildren(services(), person(), {
          nodeId: NodeId.parse(folderId),
          query: { sort: 'name', order: 'asc', at: 0, limit: 1_000 },
        }),
      ).items,
    blobStates: async () =>
      (
        await services()
          .db.selectFrom('blob')
          .select('state')
          .where('space_id', '=', here().owner.spaceId)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
      ).map((row) => row.state),
    download: async (nodeId) => await downloadOf(here(), nodeId),
  };
}

async function downloadOf({ services, store }: UploadWorld, nodeId: string): Promise<Buffer> {
  const blob = await services.db
    .selectFrom('node')
    .innerJoin('version', 'version.id', 'node.current_version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('blob.key')
    .where('node.id', '=', nodeId)
    .executeTakeFirstOrThrow();
  const signed = store.blobs.signGet({
    key: blob.key,
    name: 'a',
    mediaType: 'text/plain',
    disposition: 'attachment',
    lifeMs: 60_000,
  });
  return Buffer.from(await (await fetch(signed.url)).arrayBuffer());
}
