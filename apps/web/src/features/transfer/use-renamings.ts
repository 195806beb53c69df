import { useEffect, useState } from 'react';
import type { Transfer } from './machine.ts';
import { renamedPathOf, type Renaming } from './refused-name.ts';
import type { TransferEngine } from './transfer-engine.ts';

/** Gives other names to what was refused, and to what is refused later for the same: a folder may hold more than is shown. */
export function useRenamings(
  engine: TransferEngine,
  rows: readonly Transfer[],
): (more: readonly Renaming[]) => void {
  const [renamings, setRenamings] = useState<readonly Renaming[]>([]);
  useEffect(() => {
    for (const row of rows) {
      const path = renamedPathOf(row, renamings);
      if (path !== undefined) engine.retry(row.id, path);
    }
  }, [engine, rows, renamings]);
  return (more) => setRenamings((known) => [...known, ...more]);
}
