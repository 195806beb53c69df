import { type CreateFolderRequest, nameKey, type NodeView, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Outcome, Services } from '../../services.ts';
import { recordEvents } from '../spaces/index.ts';
import { freeName } from './free-name.ts';
import { type FilesFailure, isTooDeepFor, nameSort } from './model.ts';
import { lockNode } from './node-access.ts';
import { may, NEEDED_ROLE } from './policy.ts';
import { presentNode } from './present.ts';
import { findChildByKey } from './store.ts';
import { insertNode } from './store/put.ts';

/** Makes a folder in a folder. `ifExists` decides what a taken name means. */
export async function createFolder(
  services: Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce,
  actor: Person,
  input: CreateFolderRequest,
): Outcome<NodeView, FilesFailure> {
  return await onceInTransaction(services, async (tx) => await createIn(tx, { services, actor, input }));
}

async function createIn(
  tx: Tx,
  call: {
    readonly services: Pick<Services, 'clock' | 'newId'>;
    readonly actor: Person;
    readonly input: CreateFolderRequest;
  },
): Outcome<NodeView, FilesFailure> {
  const { services, actor, input } = call;
  const now = services.clock.now();
  const parent = await lockNode(tx, { actor, now }, input.parentId);
  if (parent === undefined || parent.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const asking = { actor, now, role: parent.role };
  if (!may(asking, 'add', parent.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  const place = { spaceId: parent.space.id, parentId: parent.node.id };
  const existing = await findChildByKey(tx, { ...place, nameKey: nameKey(input.name) });
  // Whoever may not see what is there must not learn that it is there: the new one is numbered.
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
  await recordEvents(tx, {
    spaceId: place.spaceId,
    actorId: actor.id,
    at: now,
    newId: services.newId,
    events: [{ verb: 'folder_created', nodeId: folder.id, facts: { name, parent_id: place.parentId } }],
  });
  return ok(presentNode(folder));
}
