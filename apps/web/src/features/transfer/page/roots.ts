import type { Transfer } from '../model/machine.ts';
import { isActiveElsewhere } from '../ui/discard.ts';

const NAMED_MAX = 3;

interface Roots {
  readonly names: readonly string[];
  readonly hasMore: boolean;
}

/** The names of the folders and files that must be chosen again. */
export function rootsOf(interrupted: Iterable<Transfer>): Roots {
  const names = new Set<string>();
  for (const transfer of interrupted) {
    const [root] = transfer.path;
    if (root === undefined || isActiveElsewhere(transfer) || transfer.blockedBy === 'permission') continue;
    if (names.size === NAMED_MAX && !names.has(root)) return { names: [...names], hasMore: true };
    names.add(root);
  }
  return { names: [...names], hasMore: false };
}
