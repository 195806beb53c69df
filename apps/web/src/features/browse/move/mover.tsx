import type { NodeId, NodeView } from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { drop, held, hold } from './held-store.ts';
import { FolderDialog } from '../lazy-actions.ts';
import type { Mode, Placing, Target } from './placing.ts';
import type { TakeNodes } from '../many/use-many.tsx';
import { fetchedLater } from '../../../ui/loading/fetched-later.ts';
import { Suspense } from '../../../ui/loading/lazy.tsx';

const fetched = fetchedLater(() => import('./place-nodes.ts'));

interface Picking {
  readonly mode: Mode;
  readonly nodes: readonly NodeView[];
}

interface Place {
  readonly folder: Target;
  readonly rootName: string | undefined;
  /** Receives the ids of items moved or copied into the open folder. */
  readonly onArrived: (ids: readonly NodeId[]) => void;
  /** Called when items have left the open folder, or are about to. */
  readonly onLeaving: () => void;
  readonly onMany: TakeNodes;
}

/** Moves and copies items. */
export interface Mover {
  /** Asks for the target, except for duplicates, which stay in their folder. */
  readonly choose: (placing: Placing, nodes: readonly NodeView[]) => void;
  readonly placeInto: (mode: Mode, nodes: readonly NodeView[], target: Target) => Promise<void>;
  readonly hold: (mode: Mode, nodes: readonly NodeView[]) => Promise<void>;
  /** Returns false if nothing was cut or copied. */
  readonly paste: () => boolean;
  readonly dialogs: ReactNode;
}

export function useMover({ folder, rootName, onArrived, onLeaving, onMany }: Place): Mover {
  const cache = useQueryCache();
  const [picking, setPicking] = useState<Picking>();
  const place = async (picked: Picking, target: Target, onBegun?: () => void): Promise<void> => {
    const { mode, nodes } = picked;
    if (nodes.length === 0 || onMany(picked, target, onBegun)) return;
    const { placeNodes } = await fetched();
    const ids = await placeNodes(cache, {
      mode,
      nodes,
      target,
      onBegun: () => {
        if (mode === 'move') onLeaving();
        onBegun?.();
      },
    });
    if (target.id === folder.id) onArrived(ids);
  };
  return {
    choose: (placing, nodes) => {
      if (placing === 'duplicate') void place({ mode: 'copy', nodes }, folder);
      else if (nodes.length > 0) setPicking({ mode: placing, nodes });
    },
    placeInto: async (mode, nodes, target) => await place({ mode, nodes }, target),
    hold: async (mode, nodes) => {
      if (nodes.length === 0) return;
      hold({ mode, nodes });
      (await fetched()).sayHeld(mode, nodes.length);
    },
    paste: () => {
      const taken = held();
      if (taken === undefined) return false;
      void place(taken, folder, () => drop(taken));
      return true;
    },
    dialogs: picking !== undefined && (
      <Suspense fallback={null}>
        <FolderDialog
          {...picking}
          start={folder}
          rootName={rootName}
          onChoose={(target) => {
            setPicking(undefined);
            void place(picking, target);
          }}
          onClose={() => setPicking(undefined)}
        />
      </Suspense>
    ),
  };
}
