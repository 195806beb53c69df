import type { NameDecision, NodeView } from '@coffer/contracts';
import { useEffect, useRef } from 'react';
import { FolderDialog } from './folder-dialog.tsx';
import type { Conflict } from './names/decide.ts';
import type { Mode, Target } from './placing.ts';
import { lazy } from '../../../ui/loading/lazy.tsx';

const ConflictDialog = lazy(async () => ({
  default: (await import('./names/conflict-dialog.tsx')).ConflictDialog,
}));

export interface Picking {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
}

export interface Question {
  readonly mode: Mode;
  readonly conflicts: readonly Conflict[];
  readonly target: Target;
  readonly answer: (decisions: readonly NameDecision[] | undefined) => void;
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
  useCancelledOnLeave(question);
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
      {question !== undefined && (
        <ConflictDialog
          {...question}
          folder={question.target.name}
          onDecide={question.answer}
          onClose={() => question.answer(undefined)}
        />
      )}
    </>
  );
}

/** Leaving the page closes its question. */
function useCancelledOnLeave(question: Question | undefined): void {
  const open = useRef<Question>(undefined);
  useEffect(() => {
    open.current = question;
  }, [question]);
  useEffect(() => () => open.current?.answer(undefined), []);
}
