import type { Person, HeldRole } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, recordEvents, roleIn, type SpaceEvent } from '../../spaces/index.ts';
import type { LinkRow } from '../model.ts';
import { findLink } from '../store/links.ts';

export interface LinkWork {
  readonly link: LinkRow;
  readonly isCreator: boolean;
  /** The role of the actor, read under the space lock. */
  readonly role: HeldRole | undefined;
  readonly now: Date;
  readonly record: (verb: SpaceEvent['verb']) => Promise<void>;
}

/** Runs `work` on a link under the space lock. For people without access to the link, it does not exist. */
export async function inLinkSpace<T>(
  services: Pick<Services, 'clock' | 'db' | 'newId'>,
  { actor, linkId }: { readonly actor: Person; readonly linkId: string },
  work: (tx: Tx, link: LinkWork) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  const found = await findLink(services.db, linkId);
  if (found === undefined) return err({ code: 'link_unknown' });
  const { space_id: spaceId } = found;
  const isCreator = found.created_by === actor.id;
  if (!isCreator && (await roleIn(services.db, spaceId, actor.id)) === undefined) {
    return err({ code: 'link_unknown' });
  }
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<T, Failure> => {
    await lockSpace(tx, spaceId);
    const link = await findLink(tx, linkId);
    const role = await roleIn(tx, spaceId, actor.id);
    if (link === undefined || (role === undefined && !isCreator)) return err({ code: 'link_unknown' });
    const now = services.clock.now();
    const record: LinkWork['record'] = async (verb) =>
      await recordEvents(tx, {
        spaceId,
        actorId: actor.id,
        at: now,
        newId: services.newId,
        events: [{ verb, nodeId: link.node_id, facts: { link: link.id } }],
      });
    return await work(tx, { link, isCreator, role, now, record });
  });
}
