import type { Transfer } from './machine.ts';
import { type RefusedName, refusedNameOf } from './refused-name.ts';
import type { FindNewPath, Rename } from './transfer-engine.ts';

export function renameOf({ batchId, path }: Transfer, { at }: RefusedName, name: string): Rename {
  return { batchId, refused: path.slice(0, at + 1), name };
}

/**
 * Creates a function that returns the new path of a refused transfer, or undefined without a rename. Each rename
 * applies once per transfer; a new name that is also refused needs another rename.
 */
export function findNewPath(renamings: readonly Rename[]): FindNewPath {
  const names = new Map(renamings.map((one) => [keyOf(one), one.name]));
  const applied = new Set<string>();
  return (transfer) => {
    const found = refusedNameOf(transfer);
    if (found === undefined) return undefined;
    const key = keyOf(renameOf(transfer, found, ''));
    const name = names.get(key);
    const use = `${transfer.id} ${key}`;
    if (name === undefined || applied.has(use)) return undefined;
    applied.add(use);
    return transfer.path.with(found.at, name);
  };
}

/** Other refused names among the failed transfers, with one transfer per name. */
export function otherRefusedNames(
  failed: readonly Transfer[],
  transfer: Transfer,
  refused: RefusedName,
): readonly (readonly [Transfer, RefusedName])[] {
  const seen = new Set([keyOf(renameOf(transfer, refused, ''))]);
  return failed.flatMap((one) => {
    const found = refusedNameOf(one);
    if (found === undefined) return [];
    const key = keyOf(renameOf(one, found, ''));
    if (seen.has(key)) return [];
    seen.add(key);
    return [[one, found] as const];
  });
}

function keyOf({ batchId, refused }: Rename): string {
  return JSON.stringify([batchId, refused]);
}
