import type { LinkId, LinkOutcomes, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endGuestUploads } from '../../uploads/index.ts';
import { mayRevoke } from '../policy.ts';
import { revokeLinkRow } from '../store/links.ts';
import { inLinkSpace } from './in-link-space.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'newId'>;

/** Revokes a link: no later call of a guest succeeds. Presigned URLs for reading expire within `linkUrlLifeMs`. */
export async function revokeLink(
  services: Needs,
  actor: Person,
  linkId: LinkId,
): Outcome<undefined, Failure> {
  return await inLinkSpace(services, { actor, linkId }, async (tx, work) => {
    if (!mayRevoke(work)) return err({ code: 'not_allowed', facts: { needed_role: 'manager' } });
    await revokeLinkRow(tx, { id: work.link.id, by: actor.id, now: work.now });
    await endGuestUploads(tx, { by: 'request_id', id: work.link.id, now: work.now });
    await work.record('link_revoked');
    return ok(undefined);
  });
}

export async function revokeLinks(
  services: Needs,
  actor: Person,
  ids: readonly LinkId[],
): Promise<LinkOutcomes> {
  return await forEachLink(ids, async (id) => await revokeLink(services, actor, id));
}

/** Handles links one by one, because each takes the lock of its space. */
export async function forEachLink(
  ids: readonly LinkId[],
  act: (id: LinkId) => Outcome<undefined, Failure>,
): Promise<LinkOutcomes> {
  const items: LinkOutcomes['items'] = [];
  for (const id of new Set(ids)) {
    const done = await act(id);
    items.push(done.ok ? { outcome: 'done', id } : { outcome: 'failed', id, code: done.error.code });
  }
  return { items };
}
