import type { AdminTask } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import type { TaskPlan, TaskRound } from './model.ts';

/** Extra time before a round counts as overdue, because other servers save their rounds once a minute. */
const GRACE_MS = 3 * MINUTE_MS;
const FAILURE_PAUSE_MAX_MS = 5 * MINUTE_MS;
/** Failures in a row that are reported. A single one may be a short loss of the connection. */
const FAILURES_THAT_MATTER = 3;

export function presentTask(
  { name, everyMs, restMs = 0 }: TaskPlan,
  round: TaskRound | undefined,
  now: Date,
): AdminTask {
  if (round === undefined) {
    return { name, state: 'unknown', everyMs, lastAt: null, tookMs: null, nextAt: null, failures: 0 };
  }
  const { began_at: began, ended_at: ended, seen_at: seen, failures } = round;
  // A server that is no longer alive no longer works on the round.
  const isRunning = ended === null && now.getTime() - seen.getTime() <= GRACE_MS;
  const pauseMs = Math.max(everyMs, restMs, failures === 0 ? 0 : FAILURE_PAUSE_MAX_MS);
  const nextMs = (ended ?? seen).getTime() + pauseMs;
  const isOverdue = !isRunning && now.getTime() > nextMs + GRACE_MS;
  return {
    name,
    state: stateOf({ isRunning, isOverdue, failures }),
    everyMs,
    lastAt: began.toISOString(),
    tookMs: ended === null ? null : Math.max(0, ended.getTime() - began.getTime()),
    nextAt: isRunning ? null : new Date(nextMs).toISOString(),
    failures,
  };
}

interface Found {
  readonly isRunning: boolean;
  readonly isOverdue: boolean;
  readonly failures: number;
}

function stateOf({ isRunning, isOverdue, failures }: Found): AdminTask['state'] {
  if (failures >= FAILURES_THAT_MATTER) return 'failing';
  if (isOverdue) return 'overdue';
  return isRunning ? 'running' : 'waiting';
}
