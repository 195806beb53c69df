import type { NodeId, NodeView } from '@coffer/contracts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useQueryCache } from '../../../api/use-query.ts';
import { cutNodes, forgetCut, keepCut } from './cut-store.ts';
import type { Conflict, Resolution, Target } from './move-nodes.ts';

const loadMove = () => import('./index.ts');

const MoveDialog = lazy(async () => ({ default: (await loadMove()).MoveDialog }));
const ConflictDialog = lazy(async () => ({ default: (await loadMove()).ConflictDialog }));

interface Place {
  readonly folder: Target;
  readonly rootName: string | undefined;
  /** What moved into the shown folder. */
  readonly onArrived: (ids: readonly NodeId[]) => void;
  /** The nodes left the shown folder, or will. */
  readonly onLeaving: () => void;
}

export interface Mover {
  /** Asks where to. */
  readonly choose: (nodes: readonly NodeView[]) => void;
  readonly moveTo: (nodes: readonly NodeView[], target: Target) => Promise<void>;
  readonly cut: (nodes: readonly NodeView[]) => Promise<void>;
  /** False when nothing was cut. */
  readonly paste: () => boolean;
  readonly dialogs: ReactNode;
}

interface Question {
  readonly conflicts: readonly Conflict[];
  readonly target: Target;
  readonly answer: (resolution: Resolution) => void;
}

export function useMover({ folder, rootName, onArrived, onLeaving }: Place): Mover {
  const cache = useQueryCache();
  const [picking, setPicking] = useState<readonly NodeView[]>();
  const [question, setQuestion] = useState<Question>();
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  useSkippedOnLeave(question);
  // Code that cannot be fetched goes to the error boundary.
  if (failure !== undefined) throw failure.cause;
  const fetched = async (): ReturnType<typeof loadMove> =>
    await loadMove().catch((cause: unknown) => {
      setFailure({ cause });
      throw cause;
    });
  const ask = async (conflicts: readonly Conflict[], target: Target): Promise<Resolution> => {
    const { promise, resolve } = Promise.withResolvers<Resolution>();
    setQuestion({ conflicts, target, answer: resolve });
    const resolution = await promise;
    setQuestion(undefined);
    return resolution;
  };
  const moveTo = async (nodes: readonly NodeView[], target: Target): Promise<void> => {
    if (nodes.length === 0) return;
    onLeaving();
    const { moveNodes } = await fetched();
    const ids = await moveNodes(cache, {
      nodes,
      target,
      ask: async (conflicts) => await ask(conflicts, target),
    });
    if (target.id === folder.id) onArrived(ids);
  };
  return {
    choose: (nodes) => {
      if (nodes.length > 0) setPicking(nodes);
    },
    moveTo,
    cut: async (nodes) => {
      if (nodes.length === 0) return;
      keepCut(nodes);
      (await fetched()).sayCut(nodes.length);
    },
    paste: () => {
      const nodes = cutNodes();
      if (nodes === undefined) return false;
      forgetCut();
      void moveTo(nodes, folder);
      return true;
    },
    dialogs: (
      <Suspense fallback={null}>
        {picking !== undefined && (
          <MoveDialog
            nodes={picking}
            start={folder}
            rootName={rootName}
            onMove={(target) => {
              setPicking(undefined);
              void moveTo(picking, target);
            }}
            onClose={() => setPicking(undefined)}
          />
        )}
        {question !== undefined && (
          <ConflictDialog
            conflicts={question.conflicts}
            target={question.target}
            onResolve={question.answer}
          />
        )}
      </Suspense>
    ),
  };
}

/** A question whose page is left counts as closed. */
function useSkippedOnLeave(question: Question | undefined): void {
  const open = useRef<Question>(undefined);
  useEffect(() => {
    open.current = question;
  }, [question]);
  useEffect(() => () => open.current?.answer('skip'), []);
}
