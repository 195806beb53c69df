import { type HandIn, LIMITS, NodeId, UploadId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { recordAudit } from '../../audit/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { endGuestUploads, type GuestUploadRow, listHandInUploads } from '../../uploads/index.ts';
import { findHandIn, finishHandIns, listHandInFolders } from '../store/requests.ts';
import { FOLDERS_MAX, type HandInGuest, openHandIn, type OpenHandIn } from './open-hand-in.ts';

/** Lists the files as the guest sent them. Later changes by the requester are not shown. */
export async function getHandIn(
  services: Pick<Services, 'clock' | 'db' | 'settings'>,
  guest: HandInGuest,
): Outcome<HandIn, Failure> {
  const opened = await openHandIn(services, guest);
  return opened.ok ? ok(await present(services.db, opened.value)) : opened;
}

/** Finishes the hand-in and aborts its open uploads. Idempotent: returns the same result. */
export async function finishHandIn(
  services: Pick<Services, 'clock' | 'db' | 'settings'>,
  guest: HandInGuest,
): Outcome<HandIn, Failure> {
  const opened = await openHandIn(services, guest);
  if (!opened.ok) return opened;
  const { link, handIn, now } = opened.value;
  return await inSpaceTransaction(services.db, link.space_id, async (tx): Outcome<HandIn, Failure> => {
    await lockSpace(tx, link.space_id);
    const isFirst = await finishHandIns(tx, { by: 'id', id: handIn.id, now });
    await endGuestUploads(tx, { by: 'hand_in_id', id: handIn.id, now });
    const finished = await findHandIn(tx, handIn.id);
    if (finished === undefined) return err({ code: 'hand_in_not_found' });
    const result = await present(tx, { ...opened.value, handIn: finished });
    if (isFirst) {
      recordAudit(tx, {
        action: 'files_handed_in',
        at: now,
        actor: { kind: 'guest', name: handIn.guest_name },
        subject: { kind: 'request', id: link.id, name: link.label },
        facts: { count: result.files.length, email: handIn.guest_email },
      });
    }
    return ok(result);
  });
}

async function present(db: Db | Tx, { link, handIn }: Pick<OpenHandIn, 'handIn' | 'link'>): Promise<HandIn> {
  const folders = await listHandInFolders(db, { handInId: handIn.id, limit: FOLDERS_MAX });
  const pathOf = new Map(folders.map((folder) => [folder.node_id, folder.path]));
  const uploads = await listHandInUploads(db, { handInId: handIn.id, limit: LIMITS.requestFilesMax });
  const isFinished = handIn.finished_at !== null;
  return {
    folderId: NodeId.parse(link.kind === 'edit' ? link.node_id : handIn.folder_id),
    title: link.label,
    sharedBy: link.creator_name === '' ? null : link.creator_name,
    name: handIn.guest_name,
    email: handIn.guest_email,
    begunAt: handIn.created_at.toISOString(),
    finishedAt: handIn.finished_at?.toISOString() ?? null,
    files: uploads
      .filter(({ state }) => state === 'committed' || !isFinished)
      .map((upload) => ({
        id: UploadId.parse(upload.id),
        path: [...(pathOf.get(upload.parent_id) ?? []), upload.name],
        sizeBytes: upload.size_bytes,
        arrivedAt: upload.state === 'committed' ? upload.updated_at.toISOString() : null,
        sha256: knownSha256(upload),
      })),
  };
}

/** The SHA-256, if the store or a read has verified it. */
function knownSha256({ sha256, content_sha256: content, verified_at: at }: GuestUploadRow): string | null {
  if (sha256?.includes('-') === true) return content;
  return at === null ? null : sha256;
}
