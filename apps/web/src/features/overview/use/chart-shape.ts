export interface Point {
  /** From 0 at the start to 1 at the end. */
  readonly x: number;
  /** From 0 at the bottom to 1 at the top of the scale. */
  readonly y: number;
}

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10] as const;
/** Smaller scales would have labels such as 2.5 bytes. */
const LEAST = 1_000;

/** The top of the scale, rounded up so that its half is also short to write. */
export function roundTop(most: number): number {
  if (most <= LEAST) return LEAST;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = STEPS.find((each) => each * power >= most) ?? 10;
  return step * power;
}

/** The points of the chart. Days before the first known one have none. */
export function pointsOf(bytes: readonly (number | null)[], top: number): readonly Point[] {
  const last = Math.max(1, bytes.length - 1);
  return bytes.flatMap((each, index) => (each === null ? [] : [{ x: index / last, y: each / top }]));
}
