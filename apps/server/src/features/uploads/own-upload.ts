import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNodes, may, NEEDED_ROLE, type NodeAccess } from '../files/index.ts';
import { allNumbers, isOpen, partsFact, type UploadFailure, type UploadRow } from './model.ts';
import { findUploads } from './store.ts';
import { placedNow } from './guests/placed-now.ts';
import { isSentBy, type Sender } from './guests/sender.ts';

export async function findOwnUploads(
  { db }: Pick<Services, 'db'>,
  actor: Sender,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadRow>> {
  const uploads = await findUploads(db, ids);
  return new Map(
    ids.flatMap((id): readonly [string, UploadRow][] => {
      const upload = uploads.get(id);
      return upload !== undefined && isSentBy(actor, upload) ? [[id, upload]] : [];
    }),
  );
}

/** Checks the actor's uploads. An open upload needs a folder that the actor sees and may add to. */
export async function judgeUploads(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Sender,
  uploads: readonly UploadRow[],
): Promise<ReadonlyMap<string, Result<UploadRow, UploadFailure>>> {
  const asking = { actor, now: services.clock.now() };
  const open = uploads.filter(({ state }) => isOpen(state));
  const placed = new Map(
    (await placedNow(services.db, asking, open)).map((upload) => [upload.id, upload.parent_id]),
  );
  const parentIds = [...placed.values()];
  const parents =
    parentIds.length === 0 ? new Map() : await findNodes(services.db, asking, [...new Set(parentIds)]);
  const allowed = await actor.guest?.foldersAmong?.(services.db, [...new Set(parentIds)]);
  return new Map(
    uploads.map((upload): [string, Result<UploadRow, UploadFailure>] => {
      const parentId = placed.get(upload.id);
      if (parentId === undefined) return [upload.id, ok(upload)];
      if (allowed?.has(parentId) === false) return [upload.id, err({ code: 'node_not_found' })];
      const folder = judgeFolder(parents.get(parentId), { ...asking, spaceId: upload.space_id });
      return [upload.id, folder.ok ? ok(upload) : folder];
    }),
  );
}

export async function getOwnUploads(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Sender,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Result<UploadRow, UploadFailure>>> {
  const own = await findOwnUploads(services, actor, ids);
  const judged = await judgeUploads(services, actor, [...own.values()]);
  return new Map(ids.map((id) => [id, judged.get(id) ?? err({ code: 'upload_not_found' })]));
}

export async function getOwnUpload(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Sender,
  id: string,
): Outcome<UploadRow, UploadFailure> {
  return defined((await getOwnUploads(services, actor, [id])).get(id), 'an upload has no result');
}

/**
 * Checks the folder of an upload. A folder in another space is rejected, because the quota was reserved in the old one.
 */
export function judgeFolder(
  found: NodeAccess | undefined,
  asking: { readonly actor: { readonly id: string }; readonly now: Date; readonly spaceId: string },
): Result<NodeAccess, UploadFailure> {
  if (found?.node.kind !== 'folder' || found.node.space_id !== asking.spaceId) {
    return err({ code: 'node_not_found' });
  }
  return may({ ...asking, role: found.role }, 'add', found.node)
    ? ok(found)
    : err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
}

/** Why an upload accepts no more data. Undefined while it is open. */
export function closedFailure(upload: UploadRow, now: Date): UploadFailure | undefined {
  switch (upload.state) {
    case 'reserved':
    case 'uploading':
    case 'completing':
    case 'verifying':
      return now.getTime() >= upload.expires_at.getTime() ? { code: 'upload_expired' } : undefined;
    case 'expired':
      return { code: 'upload_expired' };
    case 'failed':
      return {
        code: 'checksum_mismatch',
        facts: { parts: partsFact(allNumbers(upload)), state: 'failed' },
      };
    case 'committed':
    case 'aborted':
      return { code: 'upload_not_found' };
  }
}
