import {
  LIMITS,
  type NodeId,
  type Person,
  UserId,
  VersionId,
  type VersionList,
  type VersionsQuery,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import { goesAt, readSpaceRetention } from '../../platform/db/space-retention.ts';
import type { Services } from '../../services.ts';
import { isSpaceOnHold } from '../spaces/index.ts';
import { guestIn, orGuest, presentAuthor } from './details/present-author.ts';
import { findNode } from './node-access.ts';
import { findAuthors } from './store/authors.ts';
import {
  countVersions,
  knownContentSha256,
  knownCrc64,
  listVersionRows,
  type VersionRow,
} from './store/versions.ts';

export async function listVersions(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  actor: Person,
  { nodeId, after, limit = LIMITS.childrenPageSize }: { readonly nodeId: NodeId } & Partial<VersionsQuery>,
): Outcome<VersionList, { readonly code: 'node_not_found' }> {
  const access = await findNode(services.db, { actor, now: services.clock.now() }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node, role } = access;
  const file = {
    spaceId: node.space_id,
    nodeId: node.id,
    before: after === undefined ? undefined : Number(after),
  };
  const { total, newer } = await countVersions(services.db, file);
  const found = await listVersionRows(services.db, { ...file, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const authors = await findAuthors(
    services.db,
    rows.map((row) => row.author_id),
  );
  const retention = await readSpaceRetention(services.db, services, node.space_id);
  const { versionsKept, versionDays } = retention.chosen;
  const isOnHold = await isSpaceOnHold(services.db, node.space_id);
  const isPruned = (row: VersionRow, place: number): boolean =>
    !isOnHold && place >= versionsKept && row.label === null && row.id !== node.current_version_id;
  return ok({
    kept: { count: versionsKept, days: versionDays },
    isOnHold,
    total,
    next: last !== undefined && found.length > limit ? String(last.number) : null,
    items: rows.map((row, place) => ({
      id: VersionId.parse(row.id),
      number: row.number,
      sizeBytes: row.size_bytes,
      mediaType: row.media_type,
      sha256: row.sha256,
      contentSha256: knownContentSha256(row),
      crc64nvme: knownCrc64(row),
      authorId: UserId.parse(row.author_id),
      author: orGuest(
        presentAuthor({ id: actor.id, role }, row.author_id, authors),
        guestIn(row.guest_name, row.link_label),
      ),
      createdAt: row.created_at.toISOString(),
      label: row.label,
      isCurrent: row.id === node.current_version_id,
      keptUntil: isPruned(row, newer + place)
        ? goesAt(row.created_at, 'versionDays', retention).toISOString()
        : null,
      freesBytes: row.is_shared ? 0 : row.size_bytes,
      verifiedAt: row.verified_at?.toISOString() ?? null,
      damage: row.damage,
      damagedAt: row.damaged_at?.toISOString() ?? null,
    })),
  });
}
