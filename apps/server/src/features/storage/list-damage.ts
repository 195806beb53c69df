import {
  type DamagePage,
  NodeId,
  type Person,
  SpaceId,
  type StorageListQuery,
  VersionId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { listDamagedVersions } from '../files/index.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { ONLY_AUDITORS } from './storage-jobs.ts';

/** Lists damaged versions of all spaces. Auditors and administrators do not see file names. */
export async function listAllDamage(
  services: Pick<Services, 'db'>,
  actor: Person,
  query: StorageListQuery,
): Outcome<DamagePage, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const { rows, total } = await listDamagedVersions(services.db, query);
  const items = rows.map((row) => ({
    spaceId: SpaceId.parse(row.space_id),
    nodeId: NodeId.parse(row.node_id),
    versionId: VersionId.parse(row.id),
    number: row.number,
    sizeBytes: row.size_bytes,
    damage: row.damage,
    foundAt: row.damaged_at.toISOString(),
    isCurrent: row.is_current,
    wholeVersionId: row.whole_version_id === null ? null : VersionId.parse(row.whole_version_id),
  }));
  return ok({ items, total });
}
