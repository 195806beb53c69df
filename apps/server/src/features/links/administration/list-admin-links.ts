import {
  type AdminLink,
  type AdminLinksPage,
  type AdminLinksQuery,
  type Person,
  UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { presentLinkFacts } from '../manage/present.ts';
import { mayReadAll } from '../policy.ts';
import { type RequestViews, requestViewsOf } from '../requests/request-views.ts';
import { type AdminLinkRow, countAllLinks, listAllLinks } from '../store/all-links.ts';

/** Lists the links of all people, without file names. */
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
  return {
    ...presentLinkFacts(link, { now, isThere: link.is_there, requests }),
    space: link.space,
    isFolder: link.is_folder,
    received: request === undefined ? null : { files: request.view.files, sizeBytes: request.view.sizeBytes },
    // Some user pools store no name.
    owner: {
      id: UserId.parse(link.created_by),
      name: link.creator_name === '' ? link.creator_username : link.creator_name,
      email: link.creator_email ?? '',
    },
  };
}
