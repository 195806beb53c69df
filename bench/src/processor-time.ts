import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 10;
const IDLE_WITHIN_MS = 2_000;
const IDLE_PROCESSOR_MS = 100;
const IDLE_AFTER_AT_MOST_MS = 120_000;
const USER_FIELD = 13;

/** User and kernel time in milliseconds. Undefined except on Linux. */
export function processorMs(of: {
  readonly pid: number | undefined;
  readonly database: string;
}): number | undefined {
  try {
    const served = readdirSync('/proc').filter((pid) => isServing(pid, of.database));
    return (
      [...(of.pid ? [String(of.pid)] : []), ...served].map(ticksOf).reduce((sum, each) => sum + each, 0) *
      TICK_MS
    );
  } catch {
    return undefined;
  }
}

function isServing(pid: string, database: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return title.startsWith('postgres:') && title.includes(` ${database} `);
  } catch {
    // The process has ended meanwhile.
    return false;
  }
}

/** `utime` and `stime`. */
function ticksOf(pid: string): number {
  return ticksAt(pid, USER_FIELD);
}

/** `cutime` and `cstime`: of its children that have ended. */
function endedTicksOf(pid: string): number {
  return ticksAt(pid, USER_FIELD + 2);
}

/** The process name is in parentheses and may contain spaces. */
function ticksAt(pid: string, field: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[field - 2]) + Number(fields[field - 1]);
}

export interface ProcessorTimes {
  readonly application: number;
  readonly database: number;
  readonly store: number;
}

/** Waits until the application `pid` and its descendants have done what follows an upload, such as reading texts. */
export async function whenIdle(pid: number): Promise<void> {
  const untilMs = performance.now() + IDLE_AFTER_AT_MOST_MS;
  let before = totalMs(processorTimesBelow(pid));
  while (performance.now() < untilMs) {
    await sleep(IDLE_WITHIN_MS);
    const after = totalMs(processorTimesBelow(pid));
    if (!(after - before > IDLE_PROCESSOR_MS)) return;
    before = after;
  }
}

function totalMs(times: ProcessorTimes): number {
  return times.application + times.database + times.store;
}

/** Processor times of the application `pid` and its descendants. `NaN` except on Linux. */
export function processorTimesBelow(pid: number): ProcessorTimes {
  const times = { application: 0, database: 0, store: 0 };
  try {
    for (const each of family(String(pid))) {
      const title = readFileSync(`/proc/${each}/cmdline`, 'utf8');
      const ms = ticksOf(each) * TICK_MS;
      if (each === String(pid)) times.application += ms;
      // Includes background workers that have ended.
      else if (title.includes('postgres')) times.database += ms + endedTicksOf(each) * TICK_MS;
      else if (title.includes('object-store')) times.store += ms;
    }
    return times;
  } catch {
    return { application: Number.NaN, database: Number.NaN, store: Number.NaN };
  }
}

export function processorMsBelow(pid: number): number {
  try {
    return family(String(pid)).reduce((sum, each) => sum + ticksOf(each) * TICK_MS, 0);
  } catch {
    return Number.NaN;
  }
}

/** Processor times so far of the descendants of `pid` whose command has this part, by process. Empty except on Linux. */
export function processorTimesOf(pid: number, part: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  try {
    for (const each of family(String(pid))) {
      if (readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(part))
        times.set(each, ticksOf(each) * TICK_MS);
    }
  } catch {
    // A process has ended meanwhile; the next look finds the others.
  }
  return times;
}

function family(pid: string): readonly string[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap(family)];
}
