import {
  type LinkId,
  type LinkVisit,
  type LinkVisitList,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { roleIn } from '../../spaces/index.ts';
import { listGuestArrivals } from '../../uploads/index.ts';
import { mayLink } from '../policy.ts';
import { findLink } from '../store/links.ts';
import { listVisits } from '../store/visits.ts';

/** Lists visits for people who see the link. Others get the error for an unknown link. */
export async function listLinkVisits(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  linkId: LinkId,
): Outcome<LinkVisitList, Failure> {
  const link = await findLink(db, linkId);
  if (link === undefined) return err({ code: 'link_unknown' });
  const role = await roleIn(db, link.space_id, actor.id);
  if (role === undefined || !mayLink(role)) return err({ code: 'link_unknown' });
  const limit = SERVER_LIMITS.linkVisitsListed;
  const since = new Date(clock.now().getTime() - SERVER_LIMITS.linkVisitLifeMs);
  const visits = await listVisits(db, { linkId, limit });
  const arrivals =
    link.kind === 'view' || link.kind === 'download'
      ? []
      : await listGuestArrivals(db, { requestId: linkId, since, limit });
  const all = [...visits, ...arrivals.map((arrival) => ({ ...arrival, what: 'uploaded' as const }))]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);
  return ok({ items: all.map(({ at, ...visit }): LinkVisit => ({ ...visit, at: at.toISOString() })) });
}
