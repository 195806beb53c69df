import { type Person, SpaceId, type SpaceUsePage, type StorageListQuery } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { listSpaceUse } from '../spaces/index.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { ONLY_AUDITORS } from './storage-jobs.ts';

/** Lists the usage of spaces, largest first. Shows owners and sizes, never contents. */
export async function listUse(
  services: Pick<Services, 'db'>,
  actor: Person,
  query: StorageListQuery,
): Outcome<SpaceUsePage, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const { rows, total } = await listSpaceUse(services.db, query);
  const items = rows.map((row) => ({
    id: SpaceId.parse(row.id),
    name: row.name,
    kind: row.kind,
    ownerName: row.owner_name,
    quotaBytes: row.quota_bytes,
    usedBytes: row.used_bytes,
    reservedBytes: row.reserved_bytes,
    heldBytes: row.held_bytes,
  }));
  return ok({ items, total });
}
