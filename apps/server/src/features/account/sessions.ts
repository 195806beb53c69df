import { type EndedSessions, SERVER_LIMITS, type SessionList } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { endOfSession, endSession } from '../session/index.ts';
import { listLiveSessions, type SessionRow } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'cipher' | 'log'>;

async function ownSessions(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  actor: Actor,
): Promise<readonly SessionRow[]> {
  const now = clock.now();
  const seenAfter = new Date(now.getTime() - SERVER_LIMITS.sessionIdleMs);
  return await listLiveSessions(db, { userId: actor.person.id, now, seenAfter });
}

/** Lists the sessions of the person, the current one first. */
export async function listSessions(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Actor,
): Outcome<SessionList, Failure> {
  const rows = await ownSessions(services, actor);
  const kept = ownIds(rows, actor);
  const items = rows.filter(isActive).map((row) => ({
    id: row.id,
    isCurrent: kept.has(row.id),
    device: row.device_label,
    address: row.address,
    issuer: row.issuer_id,
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: endOfSession(row.last_seen_at, row.expires_at).toISOString(),
  }));
  return ok({ items: items.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent)) });
}

/** Ends one session of the person. An unknown session and one of another person give the same error. */
export async function endOneSession(
  services: Needs,
  actor: Actor,
  sessionId: string,
): Outcome<undefined, Failure> {
  const rows = await ownSessions(services, actor);
  if (!rows.some(({ id }) => id === sessionId)) return err({ code: 'session_not_found' });
  await inTransaction(services.db, async (tx) => await endOwn(services, tx, { actor, sessionId }));
  return ok(undefined);
}

export async function endOtherSessions(services: Needs, actor: Actor): Outcome<EndedSessions, Failure> {
  let ended = 0;
  const rows = await ownSessions(services, actor);
  const kept = ownIds(rows, actor);
  for (const row of rows) {
    if (kept.has(row.id)) continue;
    const ending = { actor, sessionId: row.id };
    const end = await inTransaction(services.db, async (tx) => await endOwn(services, tx, ending));
    if (end !== undefined && isActive(row)) ended += 1;
  }
  return ok({ ended });
}

async function endOwn(
  services: Needs,
  tx: Tx,
  { actor, sessionId }: { readonly actor: Actor; readonly sessionId: string },
): ReturnType<typeof endSession> {
  const ended = await endSession(services, tx, sessionId);
  const subject = { kind: 'person', id: actor.person.id } as const;
  if (ended !== undefined) recordAudit(tx, { action: 'session_ended', at: services.clock.now(), subject });
  return ended;
}

/** Whether the session counts as a device. A replaced session works for some more seconds, but is not listed. */
function isActive(row: SessionRow): boolean {
  return row.replaced_by === null;
}

/** The actor's session and its successor, if it was replaced during this call. */
function ownIds(rows: readonly SessionRow[], actor: Actor): ReadonlySet<string> {
  const successor = rows.find(({ id }) => id === actor.sessionId)?.replaced_by ?? actor.sessionId;
  return new Set([actor.sessionId, successor]);
}
