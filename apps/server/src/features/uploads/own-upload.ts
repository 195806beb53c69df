import type { Person } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { findNodes, may, NEEDED_ROLE, type NodeAccess } from '../files/index.ts';
import { allNumbers, isOpen, partsFact, type UploadFailure, type UploadRow } from './model.ts';
import { findUploads } from './store.ts';

/** For each id an upload that the actor began; an open one into a folder that can still be met and added to. */
export async function getOwnUploads(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Result<UploadRow, UploadFailure>>> {
  const uploads = await findUploads(services.db, ids);
  const asking = { actor, now: services.clock.now() };
  const own = [...uploads.values()].filter((upload) => upload.created_by === actor.id);
  const parentIds = own.filter(({ state }) => isOpen(state)).map((upload) => upload.parent_id);
  const parents = parentIds.length === 0 ? new Map() : await findNodes(services.db, asking, parentIds);
  return new Map(
    ids.map((id): [string, Result<UploadRow, UploadFailure>] => {
      const upload = uploads.get(id);
      if (upload === undefined || upload.created_by !== actor.id)
        return [id, err({ code: 'upload_not_found' })];
      if (!isOpen(upload.state)) return [id, ok(upload)];
      const folder = judgeFolder(parents.get(upload.parent_id), asking);
      return [id, folder.ok ? ok(upload) : folder];
    }),
  );
}

/** The same for one. */
export async function getOwnUpload(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  id: string,
): Outcome<UploadRow, UploadFailure> {
  return defined((await getOwnUploads(services, actor, [id])).get(id), 'each id has its answer');
}

/** Whether something may be put into what was found as the folder of an upload. */
export function judgeFolder(
  found: NodeAccess | undefined,
  asking: { readonly actor: { readonly id: string }; readonly now: Date },
): Result<NodeAccess, UploadFailure> {
  if (found === undefined || found.node.kind !== 'folder') return err({ code: 'node_not_found' });
  return may({ ...asking, role: found.role }, 'add', found.node)
    ? ok(found)
    : err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
}

/** Why nothing more can be sent to an upload; undefined while it is open. */
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
