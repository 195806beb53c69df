import {
  LIMITS,
  type NodeId,
  type Selection,
  type SpaceId,
  type TakenNames,
  type TrashEntry,
} from '@coffer/contracts';
import { type ReactNode, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { expressionOf, listTaken } from '../../../api/jobs/bulk.ts';
import { undoNewest } from '../../../api/jobs/undo.ts';
import type { RangeSet } from '../../../lib/ranges/range-set.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useText } from '../texts.ts';
import type { TrashRows } from '../use-trash-rows.ts';
import { ActDialog } from './act-dialog.tsx';
import type { Asked, Chosen, ConflictsSlot, RestoreTarget } from './asked.ts';
import { CHANGE, useBegin } from './use-begin.ts';
import { Suspense } from '../../../ui/loading/lazy.tsx';

export interface FolderPickerSlot {
  /** Given for a single item, which is then called by its name. */
  readonly nodes: Chosen['nodes'];
  readonly count: number;
  readonly root: RestoreTarget;
  readonly onChoose: (target: RestoreTarget) => void;
  readonly onClose: () => void;
}

interface ActsOptions {
  readonly spaceId: SpaceId;
  readonly rows: TrashRows;
  readonly rowsFor: (selection: RangeSet) => Promise<readonly TrashEntry[]>;
  /** Undefined until loaded. */
  readonly root: RestoreTarget | undefined;
  readonly storeKeepsMs: number | undefined;
  readonly renderFolderPicker: (slot: FolderPickerSlot) => ReactNode;
  readonly renderConflicts: (slot: ConflictsSlot) => ReactNode;
  readonly onBegun: () => void;
  readonly onRoomFreed: () => void;
}

type Act = (selection: RangeSet) => Promise<void>;

export interface Acts {
  readonly restore: Act;
  readonly restoreTo: Act;
  readonly purge: Act;
  readonly empty: () => void;
  readonly undoNewest: () => Promise<void>;
  readonly isOpen: boolean;
  readonly dialogs: ReactNode;
}

/** Acts on items of the trash. Each act is one job at the server, however many items it affects. */
export function useTrashActs(options: ActsOptions): Acts {
  const { root } = options;
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const choose = useChoice(options);
  const beginJob = useBegin(options.spaceId, options.onRoomFreed);
  const [placing, setPlacing] = useState<Chosen>();
  const [asked, setAsked] = useState<Asked>();
  const [conflicts, setConflicts] = useState<{ readonly act: Asked; readonly taken: TakenNames }>();
  const begin = async (chosen: Asked): Promise<void> => {
    await beginJob(chosen);
    options.onBegun();
  };
  const restore = async (chosen: Chosen, to?: RestoreTarget): Promise<void> => {
    const act: Asked = { act: 'restore', ...chosen, to };
    await trying(act, async () => {
      const taken = await listTaken({ act: 'restore', selection: act.selection, to: to?.id });
      if (taken.items.length > 0) setConflicts({ act, taken });
      else await confirmed(act);
    });
  };
  const confirmed = async (act: Asked): Promise<void> => {
    if (act.nodes.length === 0) setAsked(act);
    else await begin(act);
  };
  const trying = async (chosen: Asked, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      const error = apiErrorOf(cause);
      const what = text('trash.restorePartly', { count: chosen.count });
      showToast({
        tone: 'danger',
        text: `${what} ${words.ofError(error)}`,
        isOffline: error.code === 'offline',
      });
    }
  };
  return {
    restore: async (selection) => {
      const chosen = await choose(selection);
      if (chosen !== undefined) await restore(chosen);
    },
    restoreTo: async (selection) => setPlacing(await choose(selection)),
    purge: async (selection) => {
      const chosen = await choose(selection);
      if (chosen !== undefined) setAsked({ act: 'purge', ...chosen });
    },
    empty: () =>
      setAsked({
        act: 'empty',
        selection: everythingBut(options, []),
        count: options.rows.total ?? 0,
        nodes: [],
      }),
    undoNewest: async () => {
      showToast({ ...(await undoNewest(cache)), key: CHANGE });
    },
    isOpen: placing !== undefined || asked !== undefined,
    dialogs: (
      <>
        {placing !== undefined && root !== undefined && (
          <Suspense fallback={null}>
            {options.renderFolderPicker({
              nodes: placing.count === 1 ? placing.nodes : [],
              count: placing.count,
              root,
              onChoose: (target) => {
                setPlacing(undefined);
                void restore(placing, target);
              },
              onClose: () => setPlacing(undefined),
            })}
          </Suspense>
        )}
        {conflicts !== undefined && (
          <Suspense fallback={null}>
            {options.renderConflicts({
              taken: conflicts.taken,
              folder: conflicts.act.to?.name,
              onDecide: (naming) => {
                setConflicts(undefined);
                const act = { ...conflicts.act, naming };
                if (naming !== undefined) void trying(act, async () => await confirmed(act));
              },
            })}
          </Suspense>
        )}
        {asked !== undefined && (
          <ActDialog
            asked={asked}
            storeKeepsMs={options.storeKeepsMs}
            onBegin={begin}
            onClose={() => setAsked(undefined)}
          />
        )}
      </>
    ),
  };
}

type Listed = Pick<ActsOptions, 'spaceId' | 'rows' | 'rowsFor'>;

/** Resolves to undefined if there is nothing to act on, after telling the person. */
function useChoice(listed: Listed): (selection: RangeSet) => Promise<Chosen | undefined> {
  const text = useText();
  const words = useErrorTexts();
  return async (selection) => {
    try {
      const chosen = await expressed(listed, selection);
      if (chosen !== 'too_many') return chosen;
      showToast({ tone: 'danger', text: text('trash.tooMany', { count: LIMITS.selectedMax }) });
    } catch (cause) {
      showToast({ tone: 'danger', text: words.ofError(apiErrorOf(cause)) });
    }
    return undefined;
  };
}

async function expressed(listed: Listed, selection: RangeSet): Promise<Chosen | 'too_many' | undefined> {
  const { rows, rowsFor } = listed;
  const read = async (chosen: RangeSet) => (await rowsFor(chosen)).map(({ node }) => node);
  if (selection.count <= LIMITS.batchMax) {
    const nodes = await read(selection);
    const ids = nodes.map(({ id }) => id);
    return ids.length === 0 ? undefined : { selection: { of: 'items', ids }, count: ids.length, nodes };
  }
  const found = await expressionOf({
    selection,
    total: rows.total ?? selection.count,
    idsOf: async (chosen) => (await read(chosen)).map(({ id }) => id),
    allBut: (except) => everythingBut(listed, except),
  });
  return typeof found === 'object' ? { selection: found, count: selection.count, nodes: [] } : found;
}

/** Selects all items of the list as it was read, except the given ones. Items trashed later are not included. */
function everythingBut(
  { spaceId, rows: { asOf } }: Pick<Listed, 'spaceId' | 'rows'>,
  except: NodeId[],
): Selection {
  return { of: 'trash', spaceId, except, ...(asOf === undefined ? {} : { trashedUntil: asOf }) };
}
