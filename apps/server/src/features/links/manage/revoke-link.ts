import type { LinkId, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endGuestUploads } from '../../uploads/index.ts';
import { mayRevoke } from '../policy.ts';
import { revokeLinkRow } from '../store/links.ts';
import { inLinkSpace } from './in-link-space.ts';

/** No call of a guest succeeds afterwards. Signed addresses for reading end within `linkUrlLifeMs`. */
export async function revokeLink(
  services: Pick<Services, 'clock' | 'db' | 'newId'>,
  actor: Person,
  linkId: LinkId,
): Outcome<undefined, Failure> {
  return await inLinkSpace(services, { actor, linkId }, async (tx, work) => {
    if (!mayRevoke(work)) return err({ code: 'not_allowed', facts: { needed_role: 'manager' } });
    await revokeLinkRow(tx, { id: work.link.id, now: work.now });
    await endGuestUploads(tx, { by: 'request_id', id: work.link.id, now: work.now });
    await work.record('link_revoked');
    return ok(undefined);
  });
}
