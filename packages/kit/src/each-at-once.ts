/** Does `work` for each item, at most `limit` at once. The results have the order of the items; the first exception is thrown. */
export async function eachAtOnce<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const left = items.entries();
  const run = async (): Promise<void> => {
    // All runners take from one iterator: whoever is free does what is next.
    for (const [index, item] of left) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
