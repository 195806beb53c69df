import {
  type DamagePage,
  NodeId,
  type Person,
  SpaceId,
  type StorageListQuery,
  VersionId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { listDamagedVersions } from '../files/index.ts';
import { roleIn } from '../spaces/index.ts';
import type { StorageFailure } from './model.ts';
import { mayReadStorage } from './policy.ts';
import { ONLY_AUDITORS } from './storage-jobs.ts';

/** Damaged versions of a space, for its members. Contributors see what they handed in. */
export async function listDamage(
  services: Pick<Services, 'db'>,
  actor: Person,
  input: { readonly spaceId: SpaceId; readonly query: StorageListQuery },
): Outcome<DamagePage, { readonly code: 'space_not_found' }> {
  const role = await roleIn(services.db, input.spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const madeBy = role === 'contributor' ? actor.id : undefined;
  return ok(await pageOf(services, { ...input.query, spaceId: input.spaceId, madeBy, hasNames: true }));
}

/** Damaged versions of all spaces. Whoever looks after the store does not see the names of people's files. */
export async function listAllDamage(
  services: Pick<Services, 'db'>,
  actor: Person,
  query: StorageListQuery,
): Outcome<DamagePage, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  return ok(await pageOf(services, { ...query, spaceId: undefined, madeBy: undefined, hasNames: false }));
}

async function pageOf(
  services: Pick<Services, 'db'>,
  page: Parameters<typeof listDamagedVersions>[1] & { readonly hasNames: boolean },
): Promise<DamagePage> {
  const { rows, total } = await listDamagedVersions(services.db, page);
  const items = rows.map((row) => ({
    spaceId: SpaceId.parse(row.space_id),
    nodeId: NodeId.parse(row.node_id),
    versionId: VersionId.parse(row.id),
    number: row.number,
    name: page.hasNames ? row.name : null,
    sizeBytes: row.size_bytes,
    damage: row.damage,
    foundAt: row.damaged_at.toISOString(),
    isCurrent: row.is_current,
    wholeVersionId: row.whole_version_id === null ? null : VersionId.parse(row.whole_version_id),
  }));
  return { items, total };
}
