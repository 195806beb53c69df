import type { UserId } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { changeNotifications, listTold } from '../notifications/index.ts';
import { listWithoutSay } from './list-without-say.ts';
import { type RequestRow, type RequestState, topicOf } from './model.ts';
import { closeRequest } from './store/requests.ts';

/**
 * Closes a request, and the notifications of all deciders. A request that was closed in the meantime stays as it is.
 */
export async function close(
  tx: Tx,
  request: Pick<RequestRow, 'id' | 'node_id' | 'revision'>,
  to: {
    readonly state: Exclude<RequestState, 'open'>;
    readonly answeredBy?: { readonly id: UserId; readonly name: string };
    readonly now: Date;
  },
): Promise<void> {
  const { state, answeredBy = null, now } = to;
  const { id, node_id: nodeId, revision } = request;
  const closing = { id, revision, state, answeredBy: answeredBy?.id ?? null, now };
  if (!(await closeRequest(tx, closing))) return;
  const topic = topicOf(id);
  // Who may not answer any more does not learn who did.
  const exceptIds =
    answeredBy === null ? [] : await listWithoutSay(tx, { told: await listTold(tx, topic), nodeId, now });
  await changeNotifications(tx, { topic, facts: { state, answeredBy }, isOver: true, exceptIds, at: now });
}
