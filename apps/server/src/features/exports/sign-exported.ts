import {
  type ContentsRequest,
  type ContentsResult,
  LIMITS,
  type Person,
  type SpaceId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { refusalOf } from './refuse-export.ts';
import { listExportedBlobs } from './store/exported-blobs.ts';

/** Like `signContents`, but checks the role in the space instead of each file, so trashed files are included. */
export async function signExported(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  actor: Person,
  { spaceId, files }: ContentsRequest & { readonly spaceId: SpaceId },
): Outcome<ContentsResult, Failure> {
  const refusal = await refusalOf(db, actor, spaceId);
  if (refusal !== undefined) return err(refusal);
  const versionIds = files.map(({ versionId }) => versionId);
  const rows = await listExportedBlobs(db, { spaceId, versionIds });
  const items = files.map(({ nodeId, versionId }): ContentsResult['items'][number] => {
    const row = rows.get(versionId);
    if (row?.node_id !== nodeId) return { ok: false, code: 'node_not_found' };
    const { url, expiresAt } = blobs.signGet({
      key: row.key,
      name: row.name,
      mediaType: row.media_type,
      disposition: 'attachment',
      lifeMs: LIMITS.downloadUrlLifeMs,
    });
    return { ok: true, url, expiresAt: expiresAt.toISOString(), sizeBytes: row.size_bytes };
  });
  return ok({ items });
}
