import { NodeId } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { findNode } from '../files/index.ts';
import { findUnseen, notify } from '../notifications/index.ts';
import { takePending } from '../../platform/db/pending-events.ts';
import { type FollowedChange, listFollowedChanges } from './store/followed-changes.ts';
import { lockFollowsOf } from './store/follows.ts';

type NotifyServices = Pick<Services, 'clock' | 'db' | 'newId'>;

const EVENTS_AT_ONCE = 500;
/** The maximum number of batches in one run. The next run continues. */
const BATCHES_PER_RUN = 20;

/** Background job: notifies people of changes by others in what they follow. Returns the number of batches. */
export async function notifyFollowers(services: NotifyServices): Promise<number> {
  let batches = 0;
  while (batches < BATCHES_PER_RUN && (await notifyOfBatch(services))) batches += 1;
  return batches;
}

async function notifyOfBatch(services: NotifyServices): Promise<boolean> {
  return await inTransaction(services.db, async (tx) => {
    const pending = await takePending(tx, { from: 'follow_pending', limit: EVENTS_AT_ONCE });
    if (pending === undefined) {
      changedNothing(tx);
      return false;
    }
    for (const change of await listFollowedChanges(tx, pending)) await notifyOf(tx, services, change);
    return true;
  });
}

/** Adds to the notification that the person has not read yet, so that a folder has at most one. */
async function notifyOf(tx: Tx, { clock, newId }: NotifyServices, change: FollowedChange): Promise<void> {
  const { user_id: userId, followed_id: nodeId } = change;
  const now = clock.now();
  // Another server may add to the same notification.
  await lockFollowsOf(tx, userId);
  const access = await findNode(tx, { actor: { id: userId }, now }, nodeId);
  // A contributor must not learn what others add.
  if (access === undefined || access.role === 'contributor') return;
  const { node } = access;
  const topic = `follow:${nodeId}`;
  const before = await findUnseen(tx, { userId, topic, kind: 'followed' });
  const counted = before?.subject.kind === 'followed' ? before.subject : { added: 0, changed: 0, trashed: 0 };
  await notify(tx, {
    personIds: [userId],
    actorId: before === undefined || before.actorId === change.actor_id ? change.actor_id : null,
    topic,
    subject: {
      kind: 'followed',
      nodeId: NodeId.parse(nodeId),
      nodeKind: node.kind,
      name: node.name,
      added: counted.added + change.added,
      changed: counted.changed + change.changed,
      trashed: counted.trashed + change.trashed,
    },
    at: now,
    newId,
  });
}
