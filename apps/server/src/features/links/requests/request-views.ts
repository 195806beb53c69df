import type { GuestRequest, RequestView } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { sumGuestUploads } from '../../uploads/index.ts';
import type { LinkRow } from '../model.ts';
import { listTerms, listWithAllHandIns } from '../store/requests.ts';
import { leftOf } from './open-hand-in.ts';

export type RequestViews = ReadonlyMap<string, { readonly view: RequestView; readonly isFull: boolean }>;

/** The terms and usage of requests by link id, for people who manage the links. */
export async function requestViewsOf(db: Db | Tx, links: readonly LinkRow[]): Promise<RequestViews> {
  const ids = links.filter(({ kind }) => kind === 'request' || kind === 'edit').map((link) => link.id);
  const terms = await listTerms(db, ids);
  const uses = await sumGuestUploads(db, 'request_id', ids);
  const withAll = await listWithAllHandIns(db, ids);
  return new Map(
    [...terms].map(([id, each]) => {
      const use = uses.get(id);
      const { filesLeft, bytesLeft } = leftOf(each, use);
      const isFull = filesLeft === 0 || bytesLeft === 0 || withAll.has(id);
      const view = { ...each, files: use?.files ?? 0, sizeBytes: use?.bytes ?? 0 };
      return [id, { view, isFull }];
    }),
  );
}

/** The request as a guest sees it. Undefined for a link without terms. */
export async function guestRequestOf(db: Db, link: LinkRow): Promise<GuestRequest | undefined> {
  const terms = (await listTerms(db, [link.id])).get(link.id);
  if (terms === undefined) return undefined;
  const use = (await sumGuestUploads(db, 'request_id', [link.id])).get(link.id);
  const { message, asksName, asksEmail, kinds, filesMax, bytesMax } = terms;
  return {
    kind: 'request',
    title: link.label,
    message,
    sharedBy: link.creator_name === '' ? null : link.creator_name,
    expiresAt: link.expires_at.toISOString(),
    asksName,
    asksEmail,
    kinds,
    filesMax,
    bytesMax,
    ...leftOf(terms, use),
  };
}
