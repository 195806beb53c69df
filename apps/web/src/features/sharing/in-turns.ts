const AT_ONCE = 6;

export interface Turns<R> {
  readonly done: readonly R[];
  readonly failures: readonly { readonly cause: unknown }[];
}

/** Runs the action for a few items at a time. A failure does not stop the others. */
export async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<Turns<R>> {
  const outcomes: PromiseSettledResult<R>[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const part = items.slice(at, at + AT_ONCE);
    outcomes.push(...(await Promise.allSettled(part.map(async (item) => await act(item)))));
  }
  return {
    done: outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    failures: outcomes.flatMap((each) => (each.status === 'rejected' ? [{ cause: each.reason }] : [])),
  };
}
