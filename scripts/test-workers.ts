import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  readonly processors: number;
  readonly memoryBytes: number;
}

const GIB = 1024 ** 3;
/** Tests wait for servers and pauses much of the time. */
const WORKERS_PER_PROCESSOR = 2;
const WORKERS_MIN = 2;

/** `eachBytes` is what one worker takes with all that it starts. */
export function workersFor({ processors, memoryBytes }: Machine, eachBytes: number): number {
  const fitting = Math.floor(memoryBytes / eachBytes);
  return Math.max(WORKERS_MIN, Math.min(WORKERS_PER_PROCESSOR * processors, fitting));
}

/** A browser, the application, its PostgreSQL and, for some, a disk in memory. */
export const journeyWorkers = (): number => workersFor(thisMachine(), 1.5 * GIB);

export const unitWorkers = (): number => workersFor(thisMachine(), GIB);

function thisMachine(): Machine {
  // Zero or larger than the memory where no container limits it.
  const limit = process.constrainedMemory();
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { processors: availableParallelism(), memoryBytes };
}
