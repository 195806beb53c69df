import type { CreateUploadsResult, Person, SignUploadsRequest } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { extendUrls, urlsUntil } from '../ledger/index.ts';
import { createdOf } from './create-upload.ts';
import { itemFailure } from './item-failure.ts';
import {
  allNumbers,
  isSinglePut,
  type PartRow,
  partsFact,
  type UploadFailure,
  type UploadRow,
} from './model.ts';
import { closedFailure, getOwnUploads } from './own-upload.ts';
import { isForBundle, signBundles } from './sign-bundles.ts';
import { signDeclared } from './sign-parts.ts';
import { listPartsOf, lockUploads, moveUploads } from './store.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;

/** An open upload of one request, with what was declared of it. */
interface Declared {
  readonly upload: UploadRow;
  readonly declared: readonly PartRow[];
}

type Judged = Result<Declared, UploadFailure>;

/**
 * Signs once more what was declared of uploads whose addresses are over, or were lost with their page: the same objects and the same
 * bytes, so no room is asked for. [Note: One content for a key] Each stands for itself. What has declared nothing yet, or goes in
 * parts, is left to `signParts`.
 */
export async function signUploads(
  services: Needs,
  actor: Person,
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
    const found = defined(own.get(id), 'each id has its answer');
    const result = found.ok ? defined(judged.get(id), 'each own upload is judged') : found;
    if (!result.ok) return itemFailure(result.error);
    const { upload } = result.value;
    return createdOf(alone.get(id) ?? { upload, signed: [] });
  };
  return ok({ items: ids.map(answerTo), ...(bundles.length > 0 ? { bundles: [...bundles] } : {}) });
}

/** Under the lock of the uploads: nobody exchanges an object, or gives it up, while its addresses are written down. */
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
