import type { SpaceId, TrashEntry, TrashSummary } from '@coffer/contracts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { emptyTrash, purgeInBatches } from '../../api/trash/trash.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

/** What a person is asked about. `all` undefined: the whole trash, of an unknown size. */
export type PurgeTarget =
  | { readonly kind: 'items'; readonly entries: readonly TrashEntry[] }
  | { readonly kind: 'all'; readonly summary: TrashSummary | undefined };

interface Outcome {
  readonly items: number;
  readonly name?: string | undefined;
  readonly refused: number;
  readonly unfinished: number;
}

/** Never rejects: the result is a toast. */
export function usePurge(spaceId: SpaceId, onRoomFreed: () => void): (target: PurgeTarget) => Promise<void> {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const tell = ({ items, name, refused, unfinished }: Outcome): void => {
    if (items > 0) {
      const isOne = items === 1 && name !== undefined;
      const done = isOne ? text('trash.purged.one', { name }) : text('trash.purged', { count: items });
      showToast(
        unfinished > 0
          ? { tone: 'info', text: text('trash.purging', { count: items }) }
          : { tone: 'success', text: done },
      );
    }
    if (refused > 0) showToast({ tone: 'danger', text: text('trash.purgePartly', { count: refused }) });
  };
  return async (target) => {
    try {
      const outcome = await purge(spaceId, target);
      tell(outcome);
      await invalidateTree(cache);
      if (outcome.items > 0) onRoomFreed();
    } catch (cause) {
      const error = apiErrorOf(cause);
      showToast({
        tone: 'danger',
        text: `${text('trash.purgeFailed')} ${words.ofError(error)}`,
        isOffline: error.code === 'offline',
      });
      await invalidateTree(cache);
    }
  };
}

async function purge(spaceId: SpaceId, target: PurgeTarget): Promise<Outcome> {
  if (target.kind === 'all') {
    return { ...(await emptyTrash(spaceId, target.summary?.asOf)), refused: 0 };
  }
  const { ids, refused, unfinished } = await purgeInBatches(target.entries.map(({ node }) => node.id));
  const gone = target.entries.find(({ node }) => node.id === ids[0]);
  return { items: ids.length, name: gone?.node.name, refused, unfinished };
}
