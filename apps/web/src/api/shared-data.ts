/**
 * `after` with every part that equals its part in `before` replaced by that one, so that what did not change is the same object
 * and is not drawn anew. For what JSON can say.
 */
export function sharedData(before: unknown, after: unknown): unknown {
  if (Object.is(before, after) || !isContainer(before) || !isContainer(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const olds = new Map(Object.entries(before));
  const parts = Object.entries(after).map(
    ([name, part]) => [name, sharedData(olds.get(name), part)] as const,
  );
  const isSame =
    parts.length === olds.size && parts.every(([name, part]) => part === olds.get(name) && olds.has(name));
  if (isSame) return before;
  return Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
