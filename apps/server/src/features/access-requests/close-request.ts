import type { UserId } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { changeNotifications } from '../notifications/index.ts';
import { type RequestRow, type RequestState, topicOf } from './model.ts';
import { closeRequest } from './store/requests.ts';

/**
 * Closes a request, and the notifications of all deciders. A request that was closed in the meantime stays as it is.
 */
export async function close(
  tx: Tx,
  request: Pick<RequestRow, 'id' | 'revision'>,
  to: {
    readonly state: Exclude<RequestState, 'open'>;
    readonly answeredBy?: { readonly id: UserId; readonly name: string };
    readonly now: Date;
  },
): Promise<void> {
  const { state, answeredBy = null, now } = to;
  const { id, revision } = request;
  const closing = { id, revision, state, answeredBy: answeredBy?.id ?? null, now };
  if (!(await closeRequest(tx, closing))) return;
  await changeNotifications(tx, { topic: topicOf(id), facts: { state, answeredBy }, isOver: true, at: now });
}
