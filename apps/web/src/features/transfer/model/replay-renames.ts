import type { Rename } from './transfer-engine.ts';

/** Applies stored renames to a path, in order and each once: a new name may have been refused and changed again. */
export function replayRenames(renamings: readonly Rename[]): (path: readonly string[]) => readonly string[] {
  const byRefused = Map.groupBy(renamings.entries(), ([, { refused }]) => JSON.stringify(refused));
  const nextOf = (path: readonly string[], after: number): readonly [number, Rename] | undefined =>
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
