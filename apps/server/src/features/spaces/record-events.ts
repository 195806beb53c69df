import type { Tx } from '../../platform/db/db.ts';
import { tokenInCall } from '../../platform/call-context.ts';
import { recordAudit } from '../audit/index.ts';
import { auditEntriesOf } from './audit-entries.ts';
import type { SpaceEvent } from './model.ts';
import { insertEvents, takeEventNumbers } from './store/spaces.ts';

/** Runs in the transaction of the change. What changes rights, or deletes permanently, gets into the audit trail too. */
export async function recordEvents(
  tx: Tx,
  input: {
    readonly spaceId: string;
    /** Null for a job. */
    readonly actorId: string | null;
    readonly at: Date;
    readonly newId: () => string;
    readonly events: readonly SpaceEvent[];
    /** At most one event of a job represents all of them in the activity of the space: the one at `shown`. */
    readonly job?: { readonly id: string; readonly shown: number | undefined } | undefined;
    /** Where events of one call belong to several jobs, or to none. */
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
