import type { JobRequest, TakenNames } from '@coffer/contracts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type Conflict, plainRule } from './decide.ts';

interface RestoreConflictsProps {
  readonly taken: TakenNames;
  readonly folder: string | undefined;
  /** Receives undefined if nothing is to be done. */
  readonly onDecide: (naming: Pick<JobRequest, 'conflict' | 'decisions'> | undefined) => void;
}

export function RestoreConflicts({ taken, folder, onDecide }: RestoreConflictsProps) {
  const conflicts = taken.items.map((each): Conflict => ({ ...each, mayReplace: each.mayReplace === true }));
  return (
    <ConflictDialog
      mode="restore"
      conflicts={conflicts}
      isPartial={taken.isPartial}
      folder={folder}
      onDecide={(decisions, others) =>
        onDecide(
          decisions === undefined
            ? undefined
            : { conflict: taken.isPartial ? plainRule(others) : 'rename', decisions: [...decisions] },
        )
      }
    />
  );
}
