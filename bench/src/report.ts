/** One figure of a run: a time and what it is compared with, both of this run. */
export interface Figure {
  readonly name: string;
  readonly ms: number;
  readonly baseline: string;
  readonly baselineMs: number;
}

/** Times depend on the machine and its load, so the ratio is the figure. */
export function print(figures: readonly Figure[]): void {
  const rows = figures.map((figure) => [
    figure.name,
    `${figure.ms.toFixed(1)} ms`,
    figure.baseline,
    `${figure.baselineMs.toFixed(1)} ms`,
    (figure.ms / figure.baselineMs).toFixed(2),
  ]);
  const table = [['what', 'time', 'compared with', 'time', 'ratio'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
