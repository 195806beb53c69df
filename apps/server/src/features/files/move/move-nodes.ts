import { LIMITS, type MoveRequest, type MoveResult, type Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, type NoRoom, recordEvents } from '../../spaces/index.ts';
import { recordAct } from '../jobs/record-act.ts';
import { decisionsOf, type FilesFailure, type GuestAuthor, guestFacts, type NodeAccess } from '../model.ts';
import { lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE } from '../policy.ts';
import { listSpaceIds } from '../store/nodes.ts';
import { beginMove } from './begin-move.ts';
import { hasMerges } from './list-undecided.ts';
import { doneOf, eventsOf, leavingEvents, moveSome } from './move-some.ts';

export type MoveFailure = FilesFailure | NoRoom | TooLargeToRename;

/** The error for a move with a new name that is too large for one call: jobs do not rename. */
export interface TooLargeToRename {
  readonly code: 'limit_reached';
  readonly facts: { readonly limit: number };
}

/**
 * Moves nodes in one transaction: within a space one row per node, from another space all rows below too. Above
 * `LIMITS.copiedMax` such rows, the move becomes a job.
 */
export async function moveNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: MoveRequest & {
    /** A new name, allowed only for a single item. */
    readonly as?: string;
  },
): Outcome<MoveResult, MoveFailure> {
  const named = { ids: [input.parentId, ...input.ids], userId: actor.id };
  const spaceOf = await listSpaceIds(services.db, named);
  const spaceId = spaceOf.get(input.parentId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<MoveResult, MoveFailure> => {
    const now = services.clock.now();
    const spaceIds = new Set(spaceOf.values());
    // Spaces are locked in a fixed order, so that two moves in opposite directions do not deadlock.
    for (const each of [...spaceIds].toSorted()) await lockSpace(tx, each);
    const target = await lockNode(tx, { actor, now }, { spaceId, id: input.parentId });
    if (target === undefined || target.node.kind !== 'folder') return err({ code: 'node_not_found' });
    if (!may({ actor, now, role: target.role }, 'add', target.node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
    }
    const isAsking = input.conflict === 'ask';
    const conflict = input.conflict === 'ask' ? 'fail' : input.conflict;
    const ids = new Set<string>(input.ids);
    const moving = {
      tx,
      actor,
      now,
      target,
      conflict,
      decisions: decisionsOf(input.decisions),
      isAsking,
      ids,
      as: input.as,
      moved: [...ids],
      transferredMax: LIMITS.copiedMax,
    };
    const { newId } = services;
    const moved = await moveSome(moving, spaceIds);
    if (!moved.ok) {
      const { error } = moved;
      if (error.code === 'move_too_large' && (input.as !== undefined || hasMerges(moving)))
        return err({ code: 'limit_reached', facts: { limit: LIMITS.copiedMax } });
      return error.code === 'move_too_large'
        ? ok(await beginMove({ ...moving, newId }, spaceIds))
        : err(error);
    }
    const { items, placed } = moved.value;
    if (moved.value.isAsked === true) return ok({ items: [...items.values()], isAsked: true });
    const jobId = await recordAct(tx, {
      kind: 'move',
      actorId: actor.id,
      spaceId: target.space.id,
      now,
      newId,
      joins: input.joins,
      items: placed.flatMap(doneOf),
      events: placed.flatMap(eventsOf),
    });
    const job = jobId === undefined ? undefined : { id: jobId, shown: 0 };
    for (const [leftId, events] of leavingEvents(placed)) {
      await recordEvents(tx, { spaceId: leftId, actorId: actor.id, at: now, newId, events, job });
    }
    return ok({
      items: input.ids.map((id) => defined(items.get(id), 'a moved node has no result')),
      ...(jobId === undefined ? {} : { jobId }),
    });
  });
}

/** Moves nodes for a guest, within one locked space. Creates no job, because the creator of the link could undo it. */
export async function moveNodesIn(
  tx: Tx,
  {
    services,
    actor,
    target,
    ids,
    conflict,
    guest,
  }: {
    readonly services: Pick<Services, 'clock' | 'newId'>;
    readonly actor: { readonly id: string };
    readonly target: NodeAccess;
    readonly ids: readonly string[];
    readonly conflict: 'fail' | 'rename';
    readonly guest: GuestAuthor;
  },
): Outcome<MoveResult, MoveFailure> {
  const now = services.clock.now();
  const { space_id: spaceId, kind } = target.node;
  if (kind !== 'folder') return err({ code: 'node_not_found' });
  if (!may({ actor, now, role: target.role }, 'add', target.node)) {
    return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
  }
  const moving = { tx, actor, now, target, conflict, ids: new Set(ids), moved: ids };
  const moved = await moveSome({ ...moving, transferredMax: 0 }, new Set([spaceId]));
  if (!moved.ok) return err({ code: 'node_not_found' });
  const events = moved.value.placed
    .flatMap(eventsOf)
    .map((event) => ({ ...event, facts: { ...event.facts, ...guestFacts(guest) } }));
  await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId: services.newId, events });
  return ok({ items: ids.map((id) => defined(moved.value.items.get(id), 'a moved node has no result')) });
}
