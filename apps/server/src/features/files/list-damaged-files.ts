import {
  type DamagedFilePage,
  type Person,
  type SpaceId,
  type StorageListQuery,
  VersionId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { listDamagedFiles as listRows, roleIn } from '../spaces/index.ts';
import { isVisible, listAccesses } from './node-access.ts';
import { onlyMadeBy, visibleAncestors } from './policy.ts';
import { presentNode } from './present.ts';
import { findWholeVersions } from './store/versions.ts';

/**
 * Lists damaged files with their visible folders and the version to restore. Excludes the trash; contributors see only
 * their own files.
 */
export async function listDamagedFiles(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  input: { readonly spaceId: SpaceId; readonly query: StorageListQuery },
): Outcome<DamagedFilePage, { readonly code: 'space_not_found' }> {
  const { db } = services;
  const { spaceId, query } = input;
  const role = await roleIn(db, spaceId, actor.id);
  if (role === undefined) return err({ code: 'space_not_found' });
  const asking = { actor, now: services.clock.now() };
  const all = await listRows(db, { spaceId, madeBy: onlyMadeBy(role, actor) });
  const rows = all.slice(query.at, query.at + query.limit);
  const nodeIds = rows.map((row) => row.node_id);
  const [accesses, wholes] = await Promise.all([
    listAccesses(db, asking, nodeIds),
    findWholeVersions(db, { spaceId, nodeIds }),
  ]);
  const items = rows.flatMap((row) => {
    const access = accesses.get(row.node_id);
    // The node may have changed between the two queries.
    if (access === undefined || !isVisible(access, asking)) return [];
    if (access.node.current_version_id !== row.version_id) return [];
    const whole = wholes.get(row.node_id);
    return [
      {
        node: presentNode(access.node),
        from: visibleAncestors(asking, access).map(({ name }) => name),
        damage: row.damage,
        foundAt: row.damaged_at.toISOString(),
        whole:
          whole === undefined
            ? null
            : {
                id: VersionId.parse(whole.id),
                number: whole.number,
                createdAt: whole.created_at.toISOString(),
              },
      },
    ];
  });
  return ok({ items, total: all.length });
}
