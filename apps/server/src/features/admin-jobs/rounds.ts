import type { TaskName } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import type { TaskRound } from './model.ts';
import { saveRounds } from './store/rounds.ts';

/** Records when background jobs run on this server. */
export interface Rounds {
  readonly run: <T>(name: TaskName, work: () => Promise<T>) => Promise<T>;
  /** The rounds of this server so far. */
  readonly list: () => readonly TaskRound[];
  /** Saves the rounds for other servers and for the time after a restart. */
  readonly save: () => Promise<void>;
}

export function createRounds({ clock, db }: Pick<Services, 'clock' | 'db'>): Rounds {
  const rounds = new Map<TaskName, Omit<TaskRound, 'seen_at'>>();
  const saved = new Map<string, Date>();
  const list = (): readonly TaskRound[] => {
    const now = clock.now();
    return [...rounds.values()].map((round) => ({ ...round, seen_at: now }));
  };
  return {
    run: async (name, work) => {
      const began = clock.now();
      const failures = rounds.get(name)?.failures ?? 0;
      const note = (ended: Date | null, count: number): void => {
        rounds.set(name, { name, began_at: began, ended_at: ended, failures: count });
      };
      note(null, failures);
      try {
        const done = await work();
        note(clock.now(), 0);
        return done;
      } catch (error) {
        note(clock.now(), failures + 1);
        throw error;
      }
    },
    list,
    save: async () => {
      const some = list().filter(({ name, ended_at: ended }) => ended === null || saved.get(name) !== ended);
      await saveRounds(db, some);
      for (const { name, ended_at: ended } of some) if (ended !== null) saved.set(name, ended);
    },
  };
}
