// Short words of tests of bundles.
import {
  type CompleteUploadsResult,
  type CreateUploadRequest,
  CreateUploadsResult,
  NodeId,
  type SignedBundle,
  type StoreReceipt,
  type UploadId,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect } from 'vitest';
import { declarations, putBundle, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, valueOf } from '../../live-world.contract.ts';
import { completeUploads } from './complete-upload.ts';
import { createUploads } from './create-upload.ts';
import { small } from './upload-world.contract.ts';

/** Who asks, and by which services: a test may exchange them. */
interface Here {
  readonly services: UploadServices;
  readonly owner: Owner;
}

export interface Bundled {
  readonly ids: readonly UploadId[];
  readonly receipts: readonly StoreReceipt[];
  /** Of the objects. */
  readonly keys: readonly string[];
}

export const idsOf = (created: CreateUploadsResult): UploadId[] =>
  created.items.flatMap((item) => (item.outcome === 'created' ? [item.upload.id] : []));
export const only = (created: CreateUploadsResult): SignedBundle => {
  expect(created.bundles).toHaveLength(1);
  return defined(created.bundles?.[0], 'a bundle');
};
export const codes = (items: CompleteUploadsResult['items']): string[] =>
  items.map((item) => (item.outcome === 'failed' ? item.code : item.outcome));

export function bundleWords(here: Here) {
  const ask = (
    name: string,
    bytes: Buffer,
    more: Partial<CreateUploadRequest> = {},
  ): CreateUploadRequest => ({
    parentId: NodeId.parse(here.owner.rootId),
    name,
    sizeBytes: bytes.length,
    mediaType: 'text/plain',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: 'ask',
    parts: declarations(bytes),
    ...more,
  });
  const createAll = async (...uploads: CreateUploadRequest[]): Promise<CreateUploadsResult> => {
    const created = valueOf(await createUploads(here.services, here.owner.person, { uploads, bundle: true }));
    // What is answered is what the contract says, with nothing that it does not know.
    expect(CreateUploadsResult.parse(created)).toEqual(created);
    return created;
  };
  const complete = async (
    ids: readonly UploadId[],
    receipts: readonly StoreReceipt[] = [],
    { services, owner }: Here = here,
  ): Promise<CompleteUploadsResult['items']> =>
    valueOf(await completeUploads(services, owner.person, { ids: [...ids], receipts: [...receipts] })).items;
  /** Files named after what is in them, created and sent in one bundle. */
  const sent = async (...texts: string[]): Promise<Bundled> => {
    const created = await createAll(...texts.map((text) => ask(`${text}.txt`, small(text))));
    const { status, receipts } = await putBundle(only(created), texts.map(small));
    expect(status).toBe(200);
    return { ids: idsOf(created), receipts, keys: await keysOf(idsOf(created)) };
  };
  const keysOf = async (ids: readonly UploadId[]): Promise<readonly string[]> => {
    const rows = await here.services.db
      .selectFrom('upload')
      .innerJoin('blob', 'blob.id', 'upload.blob_id')
      .select(['upload.id', 'blob.key'])
      .where('upload.id', 'in', ids)
      .execute();
    return ids.map(
      (id) =>
        defined(
          rows.find((row) => row.id === id),
          'an upload',
        ).key,
    );
  };
  return { ask, complete, createAll, keysOf, sent };
}
