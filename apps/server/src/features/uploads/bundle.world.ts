import {
  type CompleteUploadsResult,
  type CreateUploadRequest,
  CreateUploadsResult,
  type SignedBundle,
  type StoreReceipt,
  type UploadId,
} from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect } from 'vitest';
import { putBundle, type UploadServices } from '../../live-upload.contract.ts';
import { type Owner, valueOf } from '../../live.world.ts';
import { completeUploads } from './complete/complete-upload.ts';
import { createUploads } from './reserve/create-upload.ts';
import { small, type uploadWorld } from './upload.world.ts';

interface Here {
  readonly services: UploadServices;
  readonly owner: Owner;
  readonly requestFor: ReturnType<typeof uploadWorld>['requestFor'];
}

export interface Bundled {
  readonly ids: readonly UploadId[];
  readonly receipts: readonly StoreReceipt[];
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

export function bundleCalls(here: Here) {
  const createAll = async (...uploads: CreateUploadRequest[]): Promise<CreateUploadsResult> => {
    const created = valueOf(await createUploads(here.services, here.owner.person, { uploads, bundle: true }));
    expect(CreateUploadsResult.parse(created)).toEqual(created);
    return created;
  };
  const complete = async (
    ids: readonly UploadId[],
    receipts: readonly StoreReceipt[] = [],
    { services, owner }: Pick<Here, 'services' | 'owner'> = here,
  ): Promise<CompleteUploadsResult['items']> =>
    valueOf(await completeUploads(services, owner.person, { ids: [...ids], receipts: [...receipts] })).items;
  const sent = async (...texts: string[]): Promise<Bundled> => {
    const created = await createAll(...texts.map((text) => here.requestFor(`${text}.txt`, small(text))));
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
  return { complete, createAll, keysOf, sent };
}
