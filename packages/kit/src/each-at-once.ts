/** Runs `work` for each item, at most `limit` at a time. Keeps the order of the items; throws the first exception. */
export async function eachAtOnce<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Map<number, R>();
  const left = items.entries();
  const run = async (): Promise<void> => {
    for (const [index, item] of left) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return [...results].toSorted(([one], [other]) => one - other).map(([, result]) => result);
}
