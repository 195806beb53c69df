import type { Rename } from './transfer-engine.ts';

/**
 * Applies stored renames to a path, in order and each once, because a new name may have been refused and changed again.
 */
export function replayRenames(renamings: readonly Rename[]): (path: readonly string[]) => readonly string[] {
  const byRefused = Map.groupBy(renamings.entries(), ([, { refused }]) => JSON.stringify(refused));
  const nextRename = (path: readonly string[], after: number): readonly [number, Rename] | undefined =>
    path
      .flatMap((_, at) => byRefused.get(JSON.stringify(path.slice(0, at + 1))) ?? [])
      .filter(([number]) => number > after)
      .toSorted(([one], [other]) => one - other)[0];
  return (path) => {
    let current = path;
    let next = renamings.length === 0 ? undefined : nextRename(current, -1);
    while (next !== undefined) {
      const [number, { refused, name }] = next;
      current = current.with(refused.length - 1, name);
      next = nextRename(current, number);
    }
    return current;
  };
}
