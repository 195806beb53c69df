const AT_ONCE = 6;

/** Runs a few at a time. Returns the successful items; a failure does not stop the others. */
export async function inTurns<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<readonly T[]> {
  const done: T[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const part = items.slice(at, at + AT_ONCE);
    const outcomes = await Promise.allSettled(part.map(async (item) => await act(item)));
    done.push(...part.filter((_item, index) => outcomes[index]?.status === 'fulfilled'));
  }
  return done;
}
