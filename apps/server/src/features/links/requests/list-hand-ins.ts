import { type HandInList, type LinkId, NodeId, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { roleIn } from '../../spaces/index.ts';
import { sumGuestUploads } from '../../uploads/index.ts';
import { mayLink } from '../policy.ts';
import { findLink } from '../store/links.ts';
import { listHandInsOf } from '../store/requests.ts';

/** Lists hand-ins for people who see the link. Others get the error for an unknown link. */
export async function listHandIns(
  { db }: Pick<Services, 'db'>,
  actor: Person,
  linkId: LinkId,
): Outcome<HandInList, Failure> {
  const link = await findLink(db, linkId);
  if (link === undefined) return err({ code: 'link_unknown' });
  const role = await roleIn(db, link.space_id, actor.id);
  if (role === undefined || !mayLink(role)) return err({ code: 'link_unknown' });
  const handIns = await listHandInsOf(db, { linkId, limit: SERVER_LIMITS.requestHandInsMax });
  const ids = handIns.map((handIn) => handIn.id);
  const uses = await sumGuestUploads(db, 'hand_in_id', ids);
  return ok({
    items: handIns.map((handIn) => ({
      name: handIn.guest_name,
      email: handIn.guest_email,
      begunAt: handIn.created_at.toISOString(),
      finishedAt: handIn.finished_at?.toISOString() ?? null,
      folderId: NodeId.parse(handIn.folder_id),
      files: uses.get(handIn.id)?.files ?? 0,
      sizeBytes: uses.get(handIn.id)?.bytes ?? 0,
    })),
  });
}
