import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { recordEvents } from '../../spaces/index.ts';
import { beginPurge } from '../store/purge.ts';

/**
 * Starts the permanent deletion by a background job: the items can no longer be listed or restored. Requires the space
 * lock; the event is recorded now, because another server may finish.
 */
export async function beginPurgeOf(
  tx: Tx,
  services: Pick<Services, 'clock' | 'newId'>,
  purge: {
    readonly spaceId: string;
    readonly of: Parameters<typeof beginPurge>[1]['of'];
    /** Null for what the server deletes by itself. */
    readonly actorId: string | null;
  },
): Promise<readonly string[]> {
  const { spaceId, of, actorId } = purge;
  const now = services.clock.now();
  const rows = await beginPurge(tx, { spaceId, of, now });
  await recordEvents(tx, {
    spaceId,
    actorId,
    at: now,
    newId: services.newId,
    events: rows.map(({ id, name }) => ({ verb: 'node_purged', nodeId: id, facts: { name } })),
  });
  return rows.map(({ id }) => id);
}
