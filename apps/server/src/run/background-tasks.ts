import type { Rounds } from '../features/admin-jobs/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { CommitHints } from '../platform/db/hints.ts';
import { asLeader } from '../platform/db/leader.ts';
import type { Log } from '../platform/log/log.ts';
import type { BackgroundTask } from '../task.ts';
import type { Activity } from './activity.ts';
import { startLoop } from './loop.ts';
import { createWake, type Wake } from './wake.ts';

/** Consecutive failures after which a job counts as broken. A single one may be a short loss of the connection. */
const FAILURES_THAT_MATTER = 3;

/** Starts a loop for each job. Returns a function that names those that keep failing on this server. */
export function startBackgroundTasks(
  stack: AsyncDisposableStack,
  tasks: readonly BackgroundTask[],
  {
    db,
    log,
    activity,
    commitHints,
    rounds,
  }: {
    readonly db: Db;
    readonly log: Log;
    readonly activity: Activity;
    readonly commitHints: Pick<CommitHints, 'onHint'>;
    readonly rounds: Pick<Rounds, 'run'>;
  },
): () => readonly string[] {
  const broken = new Set<string>();
  const loops = tasks.map(({ name, everyMs, restMs, isWokenByCommits, leader, work }) =>
    startLoop({
      name,
      everyMs,
      rest: restMs === undefined ? undefined : { everyMs: restMs, activity },
      wake: isWokenByCommits === true ? wakeOf(commitHints) : undefined,
      log,
      work:
        leader === undefined
          ? async (signal) => await rounds.run(name, async () => await work(signal))
          : async (signal) =>
              await asLeader(db, leader, async () => await rounds.run(name, async () => await work(signal))),
      onRound: (failures) => {
        if (failures >= FAILURES_THAT_MATTER) broken.add(name);
        else broken.delete(name);
      },
    }),
  );
  stack.defer(async () => {
    await Promise.all(loops.map(async (loop) => await loop.stop()));
  });
  return () => [...broken];
}

function wakeOf(commitHints: Pick<CommitHints, 'onHint'>): Wake {
  const wake = createWake();
  commitHints.onHint(wake.note);
  return wake;
}
