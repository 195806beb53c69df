import type { NodeView } from '@coffer/contracts';
import { useEffect, useRef } from 'react';
import { ConflictDialog } from './conflict-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import type { Conflict, Mode, Resolution, Target } from './placing.ts';

export interface Picking {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
}

export interface Question {
  readonly mode: Mode;
  readonly conflicts: readonly Conflict[];
  readonly target: Target;
  readonly answer: (resolution: Resolution) => void;
}

interface MoveDialogsProps {
  readonly picking: Picking | undefined;
  readonly question: Question | undefined;
  readonly start: Target;
  readonly rootName: string | undefined;
  /** Undefined when the dialog was closed. */
  readonly onPick: (target: Target | undefined) => void;
  /** Where this code cannot be loaded. */
  readonly onClose: () => void;
}

export function MoveDialogs({ picking, question, start, rootName, onPick }: MoveDialogsProps) {
  useSkippedOnLeave(question);
  return (
    <>
      {picking !== undefined && (
        <FolderDialog
          {...picking}
          start={start}
          rootName={rootName}
          onChoose={onPick}
          onClose={() => onPick(undefined)}
        />
      )}
      {question !== undefined && <ConflictDialog {...question} onResolve={question.answer} />}
    </>
  );
}

/** Leaving the page closes its question. */
function useSkippedOnLeave(question: Question | undefined): void {
  const open = useRef<Question>(undefined);
  useEffect(() => {
    open.current = question;
  }, [question]);
  useEffect(() => () => open.current?.answer('skip'), []);
}
