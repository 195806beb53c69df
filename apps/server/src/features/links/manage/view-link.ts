import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { NodeAccess } from '../../files/index.ts';
import { findInLink } from '../guest/open-link.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import { findLink } from '../store/links.ts';

export type ViewableLink = LinkRow;

/** Finds a link that works for guests now. Does not check its password. */
export async function findLinkToView(
  { db, clock, settings }: Pick<Services, 'clock' | 'db' | 'settings'>,
  { spaceId, linkId }: { readonly spaceId: string; readonly linkId: string },
): Promise<ViewableLink | undefined> {
  if (!(await settings.read(db)).linksAllowed) return undefined;
  const link = await findLink(db, linkId);
  if (link === undefined || link.space_id !== spaceId || link.kind === 'request') return undefined;
  return endOf(link, clock.now()) === undefined ? link : undefined;
}

/** The nodes as a guest of the link sees them. */
export async function listInLink(
  db: Db | Tx,
  asked: { readonly link: ViewableLink; readonly now: Date },
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  return await findInLink(db, asked, ids);
}
