import type { CreateUploadsResult, SignUploadsRequest } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { extendUrls, urlsUntil } from '../../ledger/index.ts';
import { createdOf } from '../reserve/create-upload.ts';
import { itemFailure } from '../item-failure.ts';
import {
  allNumbers,
  isSinglePut,
  type PartRow,
  partsFact,
  type UploadFailure,
  type UploadRow,
} from '../model.ts';
import { closedFailure, getOwnUploads } from '../own-upload.ts';
import { isForBundle, signBundles } from './sign-bundles.ts';
import { signDeclared } from './sign-parts.ts';
import { listPartsOf, lockUploads, moveUploads } from '../store.ts';
import type { Sender } from '../guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

interface Declared {
  readonly upload: UploadRow;
  readonly declared: readonly PartRow[];
}

type Judged = Result<Declared, UploadFailure>;

/**
 * Signs declared uploads again after their URLs expired or were lost; multipart uploads use `signParts`. The objects
 * stay the same, so no new quota is needed. [Note: One content for a key]
 */
export async function signUploads(
  services: Needs,
  actor: Sender,
  { ids, bundle }: SignUploadsRequest,
): Outcome<CreateUploadsResult, never> {
  const begunAt = services.clock.now();
  const own = await getOwnUploads(services, actor, ids);
  const mine = [...own].filter(([, result]) => result.ok).map(([id]) => id);
  const judged = await inTransaction(services.db, async (tx) => await judgeAll(tx, mine, begunAt));
  const open = [...judged.values()].flatMap((result) => (result.ok ? [result.value] : []));
  const isBundled = (one: Declared): boolean => bundle && isForBundle(services, one);
  const bundles = await signBundles(services, begunAt, open.filter(isBundled));
  const others = open.filter((one) => !isBundled(one));
  const signed = await signDeclared(
    services,
    begunAt,
    others.map(({ upload, declared: rows }) => ({ upload, rows })),
  );
  const alone = new Map(signed.map((one) => [one.upload.id, one]));
  const answerTo = (id: string): CreateUploadsResult['items'][number] => {
    const found = defined(own.get(id), 'an upload has no result');
    const result = found.ok ? defined(judged.get(id), 'an own upload was not checked') : found;
    if (!result.ok) return itemFailure(result.error);
    const { upload } = result.value;
    return createdOf(alone.get(id) ?? { upload, signed: [] });
  };
  return ok({ items: ids.map(answerTo), ...(bundles.length > 0 ? { bundles: [...bundles] } : {}) });
}

async function judgeAll(tx: Tx, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Judged>> {
  const locked = [...(await lockUploads(tx, ids)).values()];
  const parts = await listPartsOf(
    tx,
    locked.filter(isSinglePut).map((upload) => upload.id),
  );
  const judged = new Map(
    locked.map((upload) => [upload.id, judge({ upload, declared: parts.get(upload.id) ?? [] }, now)]),
  );
  const open = [...judged.values()].flatMap((result) => (result.ok ? [result.value.upload] : []));
  await extendUrls(
    tx,
    open.map((upload) => upload.blob_id),
    urlsUntil(now),
  );
  const openIds = open.map((upload) => upload.id);
  await moveUploads(tx, openIds, { from: ['uploading'], to: 'uploading', now });
  return judged;
}

function judge(one: Declared, now: Date): Judged {
  const closed = closedFailure(one.upload, now);
  if (closed !== undefined) return err(closed);
  if (one.declared.length === 1) return ok(one);
  return err({ code: 'upload_incomplete', facts: { parts: partsFact(allNumbers(one.upload)) } });
}
