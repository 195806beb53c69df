import type { Tx } from '../../platform/db/db.ts';
import { tokenInCall } from '../../platform/call-context.ts';
import { recordAudit } from '../audit/index.ts';
import { auditEntriesOf } from './audit-entries.ts';
import type { SpaceEvent } from './model.ts';
import { insertEvents, takeEventNumbers } from './store/spaces.ts';

/**
 * Records events, in the transaction of the change. Changes of rights and permanent deletions are also recorded in the
 * audit trail.
 */
export async function recordEvents(
  tx: Tx,
  input: {
    readonly spaceId: string;
    /** Null if a job made the change. */
    readonly actorId: string | null;
    readonly at: Date;
    readonly newId: () => string;
    readonly events: readonly SpaceEvent[];
    /**
     * The job of the events. At most one event represents all of them in the activity of the space: the one at `shown`.
     */
    readonly job?: { readonly id: string; readonly shown: number | undefined } | undefined;
    /** The job of each event, if the events belong to several jobs, or some to none. */
    readonly jobOf?: (event: SpaceEvent) => { readonly id: string; readonly isShown: boolean } | undefined;
  },
): Promise<void> {
  const { job, jobOf } = input;
  if (input.events.length === 0) return;
  const last = await takeEventNumbers(tx, input.spaceId, input.events.length);
  const first = last - input.events.length + 1;
  const token = tokenInCall(input.actorId);
  const events = input.events.map((event, position) => {
    const own = jobOf?.(event);
    return {
      ...event,
      facts: token === undefined ? event.facts : { ...event.facts, token },
      id: input.newId(),
      sequence: first + position,
      jobId: own?.id ?? job?.id,
      isInFeed: own?.isShown ?? (job === undefined || position === job.shown),
    };
  });
  for (const entry of auditEntriesOf(input)) recordAudit(tx, entry);
  const { spaceId, actorId, at } = input;
  await insertEvents(tx, { spaceId, actorId, at, events });
}
