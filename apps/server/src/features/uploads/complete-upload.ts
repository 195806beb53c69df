import type {
  CompletedUpload,
  CompleteUploadsRequest,
  CompleteUploadsResult,
  NodeView,
  Person,
  UploadId,
} from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { may, type NodeRow, presentNode } from '../files/index.ts';
import { roleIn } from '../spaces/index.ts';
import { itemFailure } from './item-failure.ts';
import type { UploadFailure, UploadRow } from './model.ts';
import { findOwnUploads, judgeUploads } from './own-upload.ts';
import { type Received, settleReceived, settleUploads } from './settle-uploads.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'>;
type Completed = Result<NodeView, UploadFailure>;

/**
 * Makes a file of an upload: the store puts the parts together, its own account of the object is compared with what the sender
 * declared, and one transaction makes the file visible.
 */
export async function completeUpload(
  services: Needs,
  actor: Person,
  uploadId: UploadId,
): Outcome<CompletedUpload, UploadFailure> {
  const completed = await completeEach(services, actor, { ids: [uploadId], received: new Map() });
  const result = defined(completed.get(uploadId), 'each upload has its answer');
  return result.ok ? ok({ node: result.value }) : result;
}

/**
 * The same for many, in one transaction for each space. Each stands for itself: one that is refused stops no other. Of what stands in a
 * receipt of the store nothing is asked again; a receipt that proves nothing is as good as none.
 */
export async function completeUploads(
  services: Needs,
  actor: Person,
  { ids, receipts = [] }: CompleteUploadsRequest,
): Outcome<CompleteUploadsResult, never> {
  const files = receipts.flatMap((receipt) => services.blobs.readReceipt(receipt) ?? []);
  const received = new Map(files.map((file) => [file.key, file]));
  const completed = await completeEach(services, actor, { ids: [...new Set(ids)], received });
  return ok({
    items: ids.map((id) => {
      const result = defined(completed.get(id), 'each upload has its answer');
      return result.ok ? { outcome: 'committed', node: result.value } : itemFailure(result.error);
    }),
  });
}

async function completeEach(
  services: Needs,
  actor: Person,
  { ids, received }: { readonly ids: readonly UploadId[]; readonly received: Received },
): Promise<ReadonlyMap<string, Completed>> {
  const own = await findOwnUploads(services, actor, ids);
  // Their folders are judged where they become files, under the lock of the space.
  const settled = new Map(await settleReceived(services, [...own.values()], received));
  const others = [...own.values()].filter((upload) => !settled.has(upload.id));
  const judged = await judgeUploads(services, actor, others);
  const open: UploadRow[] = [];
  for (const [id, result] of judged) {
    if (result.ok) open.push(result.value);
    else settled.set(id, result);
  }
  for (const [id, result] of await settleUploads(services, open)) settled.set(id, result);
  const spaceIds = new Set([...own.values()].map((upload) => upload.space_id));
  const maySee = await createEyes(services, actor, spaceIds);
  return new Map(
    ids.map((id): [string, Completed] => {
      const result = settled.get(id) ?? err({ code: 'upload_not_found' });
      if (!result.ok) return [id, result];
      return [id, maySee(result.value) ? ok(presentNode(result.value)) : err({ code: 'upload_not_found' })];
    }),
  );
}

/** Also after years: whoever lost the space since then must not learn what became of the file. */
async function createEyes(
  services: Needs,
  actor: Person,
  spaceIds: ReadonlySet<string>,
): Promise<(node: NodeRow) => boolean> {
  const roles = new Map(
    await Promise.all(
      [...spaceIds].map(async (id) => [id, await roleIn(services.db, id, actor.id)] as const),
    ),
  );
  const now = services.clock.now();
  return (node) => {
    const role = roles.get(node.space_id);
    return role !== undefined && may({ actor, role, now }, 'see', node);
  };
}
