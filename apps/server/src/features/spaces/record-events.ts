import type { Tx } from '../../platform/db/db.ts';
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
  },
): Promise<void> {
  if (input.events.length === 0) return;
  const last = await takeEventNumbers(tx, input.spaceId, input.events.length);
  const first = last - input.events.length + 1;
  const events = input.events.map((event, position) => ({
    ...event,
    id: input.newId(),
    sequence: first + position,
  }));
  for (const entry of auditEntriesOf(input)) recordAudit(tx, entry);
  await insertEvents(tx, { spaceId: input.spaceId, actorId: input.actorId, at: input.at, events });
}
