import { LIMITS, type Person, type UploadList } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNodes } from '../files/index.ts';
import { isActive } from './model.ts';
import { presentUpload } from './present.ts';
import { listOpenUploads } from './store.ts';

/** Lists the open uploads of a person, newest first. Folders that the person may not see have no name. */
export async function listUploads(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
): Outcome<UploadList, never> {
  const now = services.clock.now();
  const uploads = await listOpenUploads(services.db, {
    userId: actor.id,
    now,
    limit: LIMITS.uploadsListed,
  });
  const parentIds = [...new Set(uploads.map((upload) => upload.parent_id))];
  const parents = await findNodes(services.db, { actor, now }, parentIds);
  return ok({
    uploads: uploads.map((upload) => ({
      upload: presentUpload(upload),
      parentName: parents.get(upload.parent_id)?.node.name ?? null,
      modifiedAt: upload.modified_at.toISOString(),
      createdAt: upload.created_at.toISOString(),
      updatedAt: upload.updated_at.toISOString(),
      isActive: isActive(upload, now),
    })),
  });
}
