import { type GuestFolderRequest, nameKey, NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { createFolderIn, listChildrenByKey } from '../../files/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { countGuestFolders, insertHandInFolder, listHandInFolders } from '../store/requests.ts';
import { findInLink } from '../guest/open-link.ts';
import { FOLDERS_MAX, guestOf, type HandInGuest, openHandIn, stillOpen } from './open-hand-in.ts';

type Made = { readonly id: NodeId };

const TOO_MANY = err<Failure>({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.requestFoldersMax } });

/**
 * Creates a folder for a guest's upload. In a file request, a repeated path returns the same folder, even if it was
 * renamed since, and a taken name gets a number.
 */
export async function createGuestFolder(
  services: Pick<Services, 'clock' | 'db' | 'newId' | 'settings'>,
  guest: HandInGuest,
  { parentId, name, ifExists = 'reuse' }: GuestFolderRequest,
): Outcome<Made, Failure> {
  const opened = await openHandIn(services, guest);
  if (!opened.ok) return opened;
  const { space_id: spaceId, created_by: creatorId } = opened.value.link;
  const { id: handInId } = opened.value.handIn;
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<Made, Failure> => {
    await lockSpace(tx, spaceId);
    const still = await stillOpen(tx, opened.value, services.clock.now());
    if (!still.ok) return still;
    const { link } = still.value;
    const work = { services, actor: { id: creatorId }, spaceId, guest: guestOf(still.value) };
    if (link.kind === 'edit') {
      const inside = await findInLink(tx, still.value, [parentId]);
      if (!inside.has(parentId)) return err({ code: 'node_not_found' });
      const [existing] = await listChildrenByKey(tx, spaceId, [{ parentId, nameKey: nameKey(name) }]);
      const isReused = ifExists === 'reuse' && existing?.kind === 'folder';
      if (!isReused && (await countGuestFolders(tx, link.id)) >= SERVER_LIMITS.requestFoldersMax)
        return TOO_MANY;
      const made = await createFolderIn(tx, { ...work, input: { parentId, name, ifExists } });
      if (!made.ok) return made;
      if (!isReused) await insertHandInFolder(tx, { nodeId: made.value.id, handInId, path: [] });
      return ok({ id: made.value.id });
    }
    const folders = await listHandInFolders(tx, { handInId, limit: FOLDERS_MAX });
    const parent = folders.find((folder) => folder.node_id === parentId);
    if (parent === undefined) return err({ code: 'node_not_found' });
    const path = [...parent.path, name];
    const same = folders.find((folder) => isSamePath(folder.path, path));
    if (same !== undefined) return ok({ id: NodeId.parse(same.node_id) });
    if (folders.length >= FOLDERS_MAX) return TOO_MANY;
    const input = { parentId, name, ifExists: 'rename' } as const;
    const made = await createFolderIn(tx, { ...work, input });
    if (!made.ok) return made;
    await insertHandInFolder(tx, { nodeId: made.value.id, handInId, path });
    return ok({ id: made.value.id });
  });
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
