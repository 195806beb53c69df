import type { Renaming } from './transfer-engine.ts';

/**
 * Tells the path under which something that an earlier page began goes on. The other names that were given then are gone through in
 * their order, each once: a name may have been refused, changed, refused as well and changed again.
 */
export function replayed(renamings: readonly Renaming[]): (path: readonly string[]) => readonly string[] {
  const byRefused = Map.groupBy(renamings.entries(), ([, { refused }]) => JSON.stringify(refused));
  const nextOf = (path: readonly string[], after: number): readonly [number, Renaming] | undefined =>
    path
      .flatMap((_, at) => byRefused.get(JSON.stringify(path.slice(0, at + 1))) ?? [])
      .filter(([number]) => number > after)
      .toSorted(([one], [other]) => one - other)[0];
  return (path) => {
    let now = path;
    let next = renamings.length === 0 ? undefined : nextOf(now, -1);
    while (next !== undefined) {
      const [number, { refused, name }] = next;
      now = now.with(refused.length - 1, name);
      next = nextOf(now, number);
    }
    return now;
  };
}
