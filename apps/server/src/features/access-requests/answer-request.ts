import { type AnswerAccessRequest, type NodeId, type Person, presentRole, UserId } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { keepOnError } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { findNode, inSeenNode, type SeenNode } from '../files/index.ts';
import { notify } from '../notifications/index.ts';
import { giveRole, mayShare, ROLE_THAT_SHARES } from '../sharing/index.ts';
import { giveMemberRole } from '../spaces/index.ts';
import { close } from './close-request.ts';
import { hasRole } from './has-role.ts';
import { isOpen, type RequestRow } from './model.ts';
import { findPersonName, lockRequest } from './store/requests.ts';

interface Answering {
  readonly nodeId: NodeId;
  readonly requestId: string;
  readonly answer: AnswerAccessRequest;
  readonly revision: number | undefined;
}

/** Answers a request. The first answer counts; repeating the same answer is no error for the same person. */
export async function answerAccessRequest(
  services: Pick<Services, 'clock' | 'db' | 'newId'>,
  actor: Person,
  input: Answering,
): Outcome<undefined, Failure> {
  const { nodeId, requestId, answer, revision } = input;
  return await inSeenNode(services, { actor, nodeId }, async (tx, asked) => {
    const { access, now } = asked;
    if (!mayShare(presentRole(access.role))) {
      return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
    }
    const row = await lockRequest(tx, { spaceId: access.space.id, nodeId, id: requestId });
    if (row?.state === 'given' || row?.state === 'declined')
      return await answeredBefore(tx, row, { actor, answer });
    if (row === undefined || !isOpen(row, now)) return err({ code: 'access_request_not_found' });
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== row.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: row.revision } });
    }
    const theirs = await findNode(tx, { actor: { id: row.user_id }, now }, nodeId);
    if (theirs === undefined || hasRole(theirs.role, row.role)) {
      keepOnError(tx);
      await close(tx, row, { state: 'ended', now });
      return err({ code: 'access_request_not_found' });
    }
    if (answer.answer === 'give') {
      const given = await give(tx, asked, { actor, nodeId, row, newId: services.newId });
      if (!given.ok) return given;
    } else recordDecline(tx, asked, { actor, nodeId, row });
    const state = answer.answer === 'give' ? 'given' : 'declined';
    const name = (await findPersonName(tx, actor.id)) ?? actor.name;
    await close(tx, row, { state, answeredBy: { id: UserId.parse(actor.id), name }, now });
    await notifyAsker(tx, asked, { actor, nodeId, row, answer, newId: services.newId });
    return ok(undefined);
  });
}

async function answeredBefore(
  tx: Tx,
  row: RequestRow,
  { actor, answer }: { readonly actor: Person; readonly answer: AnswerAccessRequest },
): Promise<Result<undefined, Failure>> {
  const isSame = (row.state === 'given') === (answer.answer === 'give');
  if (row.answered_by === actor.id && isSame) return ok(undefined);
  const name = row.answered_by === null ? undefined : await findPersonName(tx, row.answered_by);
  return err({ code: 'already_answered', facts: { answered_by: name ?? null, answer: row.state } });
}

interface Answered {
  readonly actor: Person;
  readonly nodeId: NodeId;
  readonly row: RequestRow;
}

/** Gives the requested role: for the root of a space as a member, for other items by a grant. */
async function give(
  tx: Tx,
  { access, now }: SeenNode,
  { actor, nodeId, row, newId }: Answered & Pick<Services, 'newId'>,
): Promise<Result<undefined, Failure>> {
  const given = { actorId: actor.id, personId: row.user_id, role: row.role, now, newId };
  return access.node.parent_id === null
    ? await giveMemberRole(tx, { ...given, space: access.space })
    : await giveRole(tx, { ...given, access, nodeId });
}

/** Records that a request was declined. A role that is given is recorded separately. */
function recordDecline(tx: Tx, { access, now }: SeenNode, { actor, nodeId, row }: Answered): void {
  recordAudit(tx, {
    action: 'access_request_declined',
    at: now,
    actor: { kind: 'person', id: actor.id },
    subject: { kind: 'node', id: nodeId },
    facts: {
      role: row.role,
      holder: { kind: 'person', id: row.user_id },
      space: { kind: 'space', id: access.space.id },
    },
  });
}

async function notifyAsker(
  tx: Tx,
  { access, now }: SeenNode,
  answered: Answered & Pick<Services, 'newId'> & { readonly answer: AnswerAccessRequest },
): Promise<void> {
  const { actor, nodeId, row, answer, newId } = answered;
  const { kind: nodeKind, name } = access.node;
  const isGiven = answer.answer === 'give';
  await notify(tx, {
    personIds: [row.user_id],
    actorId: actor.id,
    subject: {
      kind: 'access_answered',
      nodeId,
      nodeKind,
      name,
      role: row.role,
      isGiven,
      reason: isGiven ? '' : answer.reason,
    },
    at: now,
    newId,
  });
}
