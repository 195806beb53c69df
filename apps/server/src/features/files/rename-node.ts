import { type ChangedNode, type NodeId, nameKey, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordEvents } from '../spaces/index.ts';
import { placeOf } from './jobs/model.ts';
import { recordAct } from './jobs/record-act.ts';
import { type FilesFailure, nameSort, type GuestAuthor, guestFacts } from './model.ts';
import { freeName } from './free-name.ts';
import { findSpaceIdOf, lockNode } from './node-access.ts';
import { may, mayChangeEntry, NEEDED_ROLE } from './policy.ts';
import { presentNode } from './present.ts';
import { findChildByKey, renameRow } from './store/nodes.ts';

interface Renaming {
  readonly nodeId: NodeId;
  /** A valid name in NFC. */
  readonly name: string;
  readonly revision: number | undefined;
}

/** Renames a node, which changes one row. The same name changes nothing. */
export async function renameNode(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: Renaming,
): Outcome<ChangedNode, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.nodeId);
  const call = { services, actor, input, spaceId };
  return await inSpaceTransaction(services.db, spaceId, async (tx) => await renameIn(tx, call));
}

/** Requires the space lock, which the caller's transaction may hold already. */
export { renameIn as renameNodeIn };

async function renameIn(
  tx: Tx,
  call: {
    readonly services: Pick<Services, 'clock' | 'newId'>;
    readonly actor: { readonly id: string };
    readonly input: Renaming;
    readonly spaceId: string | undefined;
    readonly guest?: GuestAuthor;
  },
): Outcome<ChangedNode, FilesFailure> {
  const { services, actor, input, spaceId, guest } = call;
  const now = services.clock.now();
  const access = await lockNode(tx, { actor, now }, { spaceId, id: input.nodeId });
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node, space } = access;
  if (node.parent_id === null || !mayChangeEntry({ actor, now }, 'change', access)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.change } });
  }
  if (input.revision === undefined) return err({ code: 'revision_required' });
  if (input.name === node.name) return ok(presentNode(node));
  if (input.revision !== node.revision) {
    return err({ code: 'revision_conflict', facts: { current_revision: node.revision } });
  }
  const place = { spaceId: space.id, parentId: node.parent_id };
  const existing = await findChildByKey(tx, { ...place, nameKey: nameKey(input.name) });
  const isTaken = existing !== undefined && existing.id !== node.id;
  const role = access.ancestors.at(-1)?.role;
  if (isTaken && role !== undefined && may({ actor, now, role }, 'see', existing)) {
    return err({ code: 'name_taken', facts: { existing_id: existing.id } });
  }
  // A number avoids revealing an item that the person may not see.
  const name = isTaken ? await freeName(tx, { ...place, name: input.name, now }) : input.name;
  const renamed = await renameRow(tx, {
    spaceId: space.id,
    id: node.id,
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    now,
  });
  const facts = { from: node.name, to: name, parent_id: node.parent_id, ...guestFacts(guest) };
  const events = [{ verb: 'node_renamed', nodeId: node.id, facts }] as const;
  const act = { spaceId: space.id, actorId: actor.id, now, newId: services.newId, events };
  // A guest's rename gets no job, so that the link's creator does not undo it by accident.
  if (guest !== undefined) {
    await recordEvents(tx, { ...act, at: now });
    return ok(presentNode(renamed));
  }
  const items = [{ did: 'renamed', nodeId: node.id, from: placeOf(node), to: placeOf(renamed) }] as const;
  const jobId = await recordAct(tx, { ...act, kind: 'rename', items });
  return ok({ ...presentNode(renamed), jobId });
}
