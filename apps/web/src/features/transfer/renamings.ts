import type { Transfer } from './machine.ts';
import { type RefusedName, refusedNameOf } from './refused-name.ts';
import type { PathOf, Renaming } from './transfer-engine.ts';

export function renamingOf({ batchId, path }: Transfer, { at }: RefusedName, name: string): Renaming {
  return { batchId, refused: path.slice(0, at + 1), name };
}

/**
 * Tells the path under which something that was refused goes on; undefined where nobody has given it another name. Tells each once for a
 * transfer: what is refused under the other name as well waits for the person, even if it was given the old one again.
 */
export function renamed(renamings: readonly Renaming[]): PathOf {
  const names = new Map(renamings.map((one) => [keyOf(one), one.name]));
  const told = new Set<string>();
  return (transfer) => {
    const found = refusedNameOf(transfer);
    if (found === undefined) return undefined;
    const key = keyOf(renamingOf(transfer, found, ''));
    const name = names.get(key);
    const use = `${transfer.id} ${key}`;
    if (name === undefined || told.has(use)) return undefined;
    told.add(use);
    return transfer.path.with(found.at, name);
  };
}

/** What was refused for another name than this one, with that: for each name one of them. */
export function othersOf(
  failed: readonly Transfer[],
  transfer: Transfer,
  refused: RefusedName,
): readonly (readonly [Transfer, RefusedName])[] {
  const seen = new Set([keyOf(renamingOf(transfer, refused, ''))]);
  return failed.flatMap((one) => {
    const found = refusedNameOf(one);
    if (found === undefined) return [];
    const key = keyOf(renamingOf(one, found, ''));
    if (seen.has(key)) return [];
    seen.add(key);
    return [[one, found] as const];
  });
}

function keyOf({ batchId, refused }: Renaming): string {
  return JSON.stringify([batchId, refused]);
}
