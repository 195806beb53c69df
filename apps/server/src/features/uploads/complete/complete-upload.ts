import type {
  CompletedUpload,
  CompleteUploadsRequest,
  CompleteUploadsResult,
  NodeView,
  UploadId,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { listAccesses, may, presentNode } from '../../files/index.ts';
import { itemFailure } from '../item-failure.ts';
import type { UploadFailure, UploadRow } from '../model.ts';
import { findOwnUploads, judgeUploads } from '../own-upload.ts';
import { type Received, finalizeReceived, finalizeUploads } from './finalize-uploads.ts';
import type { Sender } from '../guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;
type Completed = Result<NodeView, UploadFailure>;

/**
 * Completes an upload: the store assembles the parts, its report is compared with the declaration, and one transaction
 * makes the file visible.
 */
export async function completeUpload(
  services: Needs,
  actor: Sender,
  uploadId: UploadId,
): Outcome<CompletedUpload, UploadFailure> {
  const completed = await completeEach(services, actor, { ids: [uploadId], received: new Map() });
  const result = defined(completed.get(uploadId), 'an upload has no result');
  return result.ok ? ok({ node: result.value }) : result;
}

/**
 * Completes several uploads, each of which succeeds or fails separately. A valid store receipt saves requests to the
 * store; an invalid one is ignored.
 */
export async function completeUploads(
  services: Needs,
  actor: Sender,
  { ids, receipts = [] }: CompleteUploadsRequest,
): Outcome<CompleteUploadsResult, never> {
  const files = receipts.flatMap((receipt) => services.blobs.readReceipt(receipt) ?? []);
  const received = new Map(files.map((file) => [file.key, file]));
  const completed = await completeEach(services, actor, { ids: [...new Set(ids)], received });
  return ok({
    items: ids.map((id) => {
      const result = defined(completed.get(id), 'an upload has no result');
      return result.ok ? { outcome: 'committed', node: result.value } : itemFailure(result.error);
    }),
  });
}

async function completeEach(
  services: Needs,
  actor: Sender,
  { ids, received }: { readonly ids: readonly UploadId[]; readonly received: Received },
): Promise<ReadonlyMap<string, Completed>> {
  const own = await findOwnUploads(services, actor, ids);
  const allowed = actor.guest?.foldersAmong;
  // Access to folders is checked at the commit, under the space lock.
  const settled = new Map(await finalizeReceived(services, [...own.values()], { received, allowed }));
  const others = [...own.values()].filter((upload) => !settled.has(upload.id));
  const judged = await judgeUploads(services, actor, others);
  const open: UploadRow[] = [];
  for (const [id, result] of judged) {
    if (result.ok) open.push(result.value);
    else settled.set(id, result);
  }
  for (const [id, result] of await finalizeUploads(services, open, allowed)) settled.set(id, result);
  const nodeIds = [...settled.values()].flatMap((result) => (result.ok ? [result.value.id] : []));
  const visible = await listSeen(services, actor, nodeIds);
  return new Map(
    ids.map((id): [string, Completed] => {
      const result = settled.get(id) ?? err({ code: 'upload_not_found' });
      if (!result.ok) return [id, result];
      return [
        id,
        visible.has(result.value.id) ? ok(presentNode(result.value)) : err({ code: 'upload_not_found' }),
      ];
    }),
  );
}

/** Filters the nodes that the sender may see now, including trashed ones. A former member must learn nothing. */
async function listSeen(
  services: Needs,
  actor: Sender,
  nodeIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const asking = { actor, now: services.clock.now() };
  const accesses = await listAccesses(services.db, asking, nodeIds);
  return new Set(
    [...accesses].flatMap(([id, { node, role }]) => (may({ ...asking, role }, 'see', node) ? [id] : [])),
  );
}
