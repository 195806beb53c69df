import type { NotificationSubject } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { insertNotifications, listPeopleIn } from './store/notifications.ts';

/** Runs in the transaction of the change. Nobody is told of what they did themselves. */
export async function notify(
  tx: Tx,
  input: {
    readonly personIds: readonly string[];
    /** Everybody in them is told. */
    readonly groupIds?: readonly string[];
    /** Null for a job. */
    readonly actorId: string | null;
    readonly subject: NotificationSubject;
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { actorId, groupIds = [], subject, at, newId } = input;
  const inGroups = groupIds.length === 0 ? [] : await listPeopleIn(tx, groupIds);
  const personIds = [...new Set([...input.personIds, ...inGroups])].filter((id) => id !== actorId);
  if (personIds.length === 0) return;
  await insertNotifications(tx, { personIds, actorId, subject, at, newId });
}
