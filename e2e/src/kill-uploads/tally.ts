import type { PartHistory } from './attempts.ts';
import { KINDS, type KillPoint } from './plan.ts';

export interface Outcome {
  readonly point: KillPoint;
  readonly shareSent: number;
  /** Parts sent again after the store acknowledged them. */
  readonly sentAgain: number;
  /** Parts in flight at the interruption. */
  readonly interrupted: number;
  readonly extraBytes: number;
  /** Times the person had to retry or choose the files again. */
  readonly nudges: number;
  /** From the kill, or the recovery of what was killed, until all files exist. */
  readonly resumedMs: number;
}

export function countParts(parts: readonly PartHistory[]): Pick<Outcome, 'sentAgain' | 'interrupted'> {
  return {
    sentAgain: parts.reduce(
      (sum, { attempts }) => sum + attempts.filter((one) => one.isAgain && one.bytes > 0).length,
      0,
    ),
    interrupted: parts.filter(({ attempts }) => attempts.some((one) => !one.isStored && one.bytes > 0))
      .length,
  };
}

export function describe(outcomes: readonly Outcome[]): readonly string[] {
  const row = (name: string, of: readonly Outcome[]): readonly string[] => [
    name,
    String(of.length),
    spread(of.map((one) => one.sentAgain)),
    spread(of.map((one) => one.interrupted)),
    `${(
      percentile(
        of.map((one) => one.extraBytes),
        0.5,
      ) /
        1024 ** 2
    ).toFixed(1)} / ${(
      percentile(
        of.map((one) => one.extraBytes),
        1,
      ) /
        1024 ** 2
    ).toFixed(1)}`,
    `${of.filter((one) => one.nudges > 0).length}`,
    `${(
      percentile(
        of.map((one) => one.resumedMs),
        0.5,
      ) / 1000
    ).toFixed(1)} / ${(
      percentile(
        of.map((one) => one.resumedMs),
        1,
      ) / 1000
    ).toFixed(1)}`,
  ];
  const groups = KINDS.map((kind) => [kind, outcomes.filter((one) => one.point.kind === kind)] as const);
  const ways = Map.groupBy(outcomes, ({ point }) => `${point.kind}: ${point.way}`);
  const table = [
    [
      'killed',
      'points',
      'stored and sent again',
      'on their way',
      'extra MiB, median / most',
      'nudged',
      's to the end, median / most',
    ],
    ...groups.map(([kind, of]) => row(kind, of)),
    ...Array.from(ways, ([way, of]) => row(`  ${way}`, of)),
    row('all', outcomes),
  ];
  const shares = histogram(outcomes.map((one) => Math.min(9, Math.floor(one.shareSent * 10))));
  return [
    ...aligned(table),
    `struck when so much had passed, in tenths: ${Array.from({ length: 10 }, (_, tenth) => shares.get(tenth) ?? 0).join(' ')}`,
  ];
}

/** `0: 41, 1: 9` */
function spread(values: readonly number[]): string {
  const counts = Array.from(histogram(values)).toSorted(([one], [other]) => one - other);
  return counts.map(([value, count]) => `${value}: ${count}`).join(', ');
}

function histogram(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function aligned(table: readonly (readonly string[])[]): readonly string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
