import { type ChangedNode, type CreateFolderRequest, nameKey } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordEvents, recordUploadedFolder } from '../spaces/index.ts';
import { placeOf } from './jobs/model.ts';
import { recordAct } from './jobs/record-act.ts';
import { freeName } from './free-name.ts';
import { type FilesFailure, isTooDeepFor, nameSort, type GuestAuthor, guestFacts } from './model.ts';
import { findSpaceIdOf, lockNode } from './node-access.ts';
import { may, NEEDED_ROLE } from './policy.ts';
import { presentNode } from './present.ts';
import { raiseLevels } from './store/levels.ts';
import { findChildByKey } from './store/nodes.ts';
import { insertNode } from './store/put.ts';

/** Requires the space lock, which the caller's transaction may hold already. */
export { createIn as createFolderIn };

export async function createFolder(
  services: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce,
  actor: { readonly id: string },
  input: CreateFolderRequest,
): Outcome<ChangedNode, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.parentId);
  const call = { services, actor, input, spaceId };
  return await onceInTransaction({ ...services, spaceId }, async (tx) => await createIn(tx, call));
}

async function createIn(
  tx: Tx,
  call: {
    readonly services: Pick<Services, 'clock' | 'newId'>;
    readonly actor: { readonly id: string };
    readonly input: CreateFolderRequest;
    readonly spaceId: string | undefined;
    /** The guest of a public link who creates the folder; named in the event. */
    readonly guest?: GuestAuthor;
  },
): Outcome<ChangedNode, FilesFailure> {
  const { services, actor, input, spaceId, guest } = call;
  const now = services.clock.now();
  const parent = await lockNode(tx, { actor, now }, { spaceId, id: input.parentId });
  if (parent === undefined || parent.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const asking = { actor, now, role: parent.role };
  if (!may(asking, 'add', parent.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  const place = { spaceId: parent.space.id, parentId: parent.node.id };
  const existing = await findChildByKey(tx, { ...place, nameKey: nameKey(input.name) });
  // If the person may not see the existing item, the new folder gets a number, so that the item is not revealed.
  if (existing !== undefined && may(asking, 'see', existing)) {
    if (input.ifExists === 'reuse' && existing.kind === 'folder') return ok(presentNode(existing));
    if (input.ifExists !== 'rename') {
      return err({ code: 'name_taken', facts: { existing_id: existing.id } });
    }
  }
  if (isTooDeepFor(parent)) {
    return err({ code: 'invalid_request', issues: [{ path: 'parentId', code: 'too_deep' }] });
  }
  const name = existing === undefined ? input.name : await freeName(tx, { ...place, name: input.name, now });
  const folder = await insertNode(tx, {
    ...place,
    id: services.newId(),
    kind: 'folder',
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    versionId: null,
    sizeBytes: 0,
    mediaType: '',
    modifiedAt: now,
    createdBy: actor.id,
    now,
  });
  await raiseLevels(tx, { place: parent, levels: 1 });
  const facts = {
    name,
    parent_id: place.parentId,
    ...guestFacts(guest),
  };
  const { spaceId: inSpaceId } = place;
  const made = { spaceId: inSpaceId, actorId: actor.id, now, newId: services.newId };
  const events = [{ verb: 'folder_created', nodeId: folder.id, facts }] as const;
  // Folders created by guests or by uploads cannot be undone.
  if (guest !== undefined) {
    await recordEvents(tx, { ...made, at: now, events });
    return ok(presentNode(folder));
  }
  if (input.ifExists !== 'fail') {
    await recordUploadedFolder(tx, { ...made, at: now, parentId: place.parentId, event: events[0] });
    return ok(presentNode(folder));
  }
  const items = [{ did: 'created', nodeId: folder.id, to: placeOf(folder) }] as const;
  return ok({
    ...presentNode(folder),
    jobId: await recordAct(tx, { ...made, kind: 'create', items, events }),
  });
}
