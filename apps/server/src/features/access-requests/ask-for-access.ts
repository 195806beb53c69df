import {
  type AskableAccess,
  type AskForAccessRequest,
  type NodeId,
  type Person,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { inSeenNode, type SeenNode } from '../files/index.ts';
import {
  changeNotifications,
  listTold,
  notify,
  ringAgain,
  withdrawNotifications,
} from '../notifications/index.ts';
import { findDeciders } from '../sharing/index.ts';
import { presentAskable } from './get-askable-access.ts';
import { hasRole } from './has-role.ts';
import { listWithoutSay } from './list-without-say.ts';
import { isOpen, pausedUntil, type RequestRow, topicOf } from './model.ts';
import { countNotified, findOwnRequest, putRequest } from './store/requests.ts';

type AskNeeds = Pick<Services, 'clock' | 'db' | 'newId'>;

/** Requests a role. A repeated request replaces the earlier one; those who decide are notified once a day. */
export async function askForAccess(
  services: AskNeeds,
  actor: Person,
  { nodeId, ...wanted }: AskForAccessRequest & { readonly nodeId: NodeId },
): Outcome<AskableAccess, Failure> {
  return await inSeenNode(services, { actor, nodeId }, async (tx, asked) => {
    const { access, now } = asked;
    if (hasRole(access.role, wanted.role)) return err({ code: 'has_access_already' });
    const limit = SERVER_LIMITS.accessRequestNotifiedMax;
    const deciders = (await findDeciders(tx, { readerId: actor.id, access, now, limit })).all;
    if (deciders.length === 0) return err({ code: 'nobody_to_ask' });
    const before = await findOwnRequest(tx, { nodeId, userId: actor.id });
    const paused = pausedUntil(before, now);
    if (paused !== undefined) return err(tooOften(paused));
    const dayAgo = new Date(now.getTime() - SERVER_LIMITS.accessRequestPauseMs);
    const isNotified = before !== undefined && before.notified_at > dayAgo;
    const notified = isNotified ? 0 : await countNotified(tx, { userId: actor.id, after: dayAgo });
    if (notified >= SERVER_LIMITS.accessRequestsPerDayMax) {
      return err(tooOften(new Date(now.getTime() + SERVER_LIMITS.accessRequestPauseMs)));
    }
    const isSame =
      isNotified && isOpen(before, now) && before.role === wanted.role && before.message === wanted.message;
    if (!isSame) {
      const personIds = deciders.map(({ id }) => id);
      await put(tx, {
        ...asked,
        services,
        actor,
        nodeId,
        wanted,
        before: isNotified ? before : undefined,
        personIds,
      });
    }
    return ok(await presentAskable(tx, { actor, access, now }));
  });
}

function tooOften(until: Date): Failure {
  return { code: 'asked_too_often', facts: { retry_at: until.toISOString() } };
}

interface Asking extends SeenNode {
  readonly services: AskNeeds;
  readonly actor: Person;
  readonly nodeId: NodeId;
  readonly wanted: AskForAccessRequest;
  /** The earlier request that the deciders were notified of. */
  readonly before: RequestRow | undefined;
  readonly personIds: readonly string[];
}

async function put(tx: Tx, asking: Asking): Promise<void> {
  const { access, now, services, actor, nodeId, wanted, before, personIds } = asking;
  const { node, space } = access;
  const row = await putRequest(tx, {
    ...wanted,
    id: services.newId(),
    spaceId: space.id,
    nodeId,
    userId: actor.id,
    now,
    notifiedAt: before?.notified_at ?? now,
    expiresAt: new Date(now.getTime() + SERVER_LIMITS.accessRequestLifeMs),
  });
  recordAudit(tx, {
    action: 'access_requested',
    at: now,
    actor: { kind: 'person', id: actor.id },
    subject: { kind: 'node', id: nodeId },
    facts: { role: wanted.role, space: { kind: 'space', id: space.id } },
  });
  const topic = topicOf(row.id);
  const open = { ...wanted, revision: row.revision, state: 'open' as const, answeredBy: null };
  const item = { nodeId, nodeKind: node.kind, name: node.name };
  const subject = { kind: 'access_requested' as const, requestId: row.id, ...item, ...open };
  const telling = { personIds, actorId: actor.id, subject, topic, at: now, newId: services.newId };
  if (before === undefined) {
    await withdrawNotifications(tx, topic);
    await notify(tx, telling);
    return;
  }
  const told = await listTold(tx, topic);
  const exceptIds = await listWithoutSay(tx, { told, nodeId, now });
  await changeNotifications(tx, { topic, facts: open, isOver: false, exceptIds, at: now });
  if (before.answered_at !== null) {
    await ringAgain(tx, { ...telling, overAt: before.answered_at, exceptIds });
  }
  await notify(tx, { ...telling, personIds: personIds.filter((id) => !told.includes(id)) });
}
