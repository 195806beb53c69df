import type { GuestLink } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { presentNode, withPictures } from '../../files/index.ts';
import { isCounted, VISIT_MS } from '../model.ts';
import { guestRequestOf } from '../requests/request-views.ts';
import { listTerms } from '../store/requests.ts';
import { recordVisit } from '../store/visits.ts';
import { clientKeyOf } from './client-key.ts';
import { type Guest, type GuestNeeds, openLinkOf } from './open-link.ts';
import { presentGuestNode } from './present.ts';

export async function getGuestLink(
  services: GuestNeeds & Pick<Services, 'newId'>,
  guest: Guest,
): Outcome<GuestLink, Failure> {
  const opened = await openLinkOf(services, guest);
  if (!opened.ok) return opened;
  const { link, root, now } = opened.value;
  await recordVisit(services.db, {
    id: services.newId(),
    linkId: link.id,
    clientKey: clientKeyOf(guest),
    now,
    since: new Date(now.getTime() - VISIT_MS),
  });
  if (link.kind === 'request') {
    const request = await guestRequestOf(services.db, link);
    return request === undefined ? err({ code: 'link_unknown' }) : ok(request);
  }
  const node = presentNode(root.node);
  const [shown = node] = isCounted(link) ? [node] : await withPictures(services.db, [node]);
  const terms = link.kind === 'edit' ? (await listTerms(services.db, [link.id])).get(link.id) : undefined;
  return ok({
    kind: link.kind,
    node: presentGuestNode(shown),
    sharedBy: link.creator_name === '' ? null : link.creator_name,
    expiresAt: link.expires_at.toISOString(),
    downloadsLeft: link.downloads_max === null ? null : link.downloads_max - link.downloads,
    bytesLeft: link.bytes_max === null ? null : link.bytes_max - link.bytes,
    kinds: terms?.kinds ?? [],
  });
}
