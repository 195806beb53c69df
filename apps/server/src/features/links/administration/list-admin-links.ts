import {
  type AdminLink,
  type AdminLinksPage,
  type AdminLinksQuery,
  LinkId,
  NodeId,
  type Person,
  SpaceId,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endOf, mayReadAll } from '../policy.ts';
import { type RequestViews, requestViewsOf } from '../requests/request-views.ts';
import { type AdminLinkRow, countAllLinks, listAllLinks } from '../store/all-links.ts';

/** Links of everybody, without names of files. */
export async function listAdminLinks(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  query: AdminLinksQuery,
): Outcome<AdminLinksPage, Failure> {
  if (!mayReadAll(actor)) return err({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const now = clock.now();
  const [rows, total] = await Promise.all([listAllLinks(db, query, now), countAllLinks(db, query, now)]);
  const requests = await requestViewsOf(db, rows);
  return ok({ items: rows.map((row) => present(row, { now, requests })), total });
}

function present(
  link: AdminLinkRow,
  { now, requests }: { readonly now: Date; readonly requests: RequestViews },
): AdminLink {
  const request = requests.get(link.id);
  const end = endOf(link, now) ?? (request?.isFull === true ? 'exhausted' : undefined);
  return {
    id: LinkId.parse(link.id),
    kind: link.kind,
    state: end ?? (link.is_there ? 'active' : 'unavailable'),
    spaceId: SpaceId.parse(link.space_id),
    spaceName: link.space_name,
    nodeId: NodeId.parse(link.node_id),
    isFolder: link.is_folder,
    label: link.label,
    hasPassword: link.password_hash !== null,
    expiresAt: link.expires_at.toISOString(),
    downloadsMax: link.downloads_max,
    downloads: link.downloads,
    bytesMax: link.bytes_max,
    bytes: link.bytes,
    received: request === undefined ? null : { files: request.view.files, sizeBytes: request.view.sizeBytes },
    visits: link.visits,
    lastVisitAt: link.last_visit_at?.toISOString() ?? null,
    createdAt: link.created_at.toISOString(),
    // Some pools store no name.
    owner: {
      id: UserId.parse(link.created_by),
      name: link.creator_name === '' ? link.creator_username : link.creator_name,
      email: link.creator_email ?? '',
    },
    revision: link.revision,
  };
}
