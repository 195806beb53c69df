interface Box {
  readonly left: number;
  readonly right: number;
}

interface Landing {
  /** Index of the column once it is moved. */
  readonly to: number;
  /** Where the line that marks the landing place stands. */
  readonly x: number;
}

/**
 * Where the column `from` lands if it is dropped at `x`. `boxes` are those of all headings in reading order; the first
 * one stays in place.
 */
export function landingAt(
  boxes: readonly Box[],
  { from, x, isRightToLeft }: { readonly from: number; readonly x: number; readonly isRightToLeft: boolean },
): Landing {
  const others = boxes.filter((_, at) => at !== from);
  const isPassed = ({ left, right }: Box): boolean => (left + right) / 2 < x !== isRightToLeft;
  const to = Math.max(1, others.filter(isPassed).length);
  const next = others[to];
  const last = others.at(-1);
  const edge = next === undefined ? (isRightToLeft ? last?.left : last?.right) : startOf(next, isRightToLeft);
  return { to, x: edge ?? 0 };
}

function startOf({ left, right }: Box, isRightToLeft: boolean): number {
  return isRightToLeft ? right : left;
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}
