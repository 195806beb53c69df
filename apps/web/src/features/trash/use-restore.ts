import type { NodeId } from '@coffer/contracts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { inBatches } from '../../api/node-changes.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

interface RestoreTarget {
  readonly id: NodeId;
  readonly name: string;
  readonly href: string;
}

type Restore = (ids: readonly NodeId[], to?: RestoreTarget) => Promise<void>;

export function useRestore(): Restore {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  return async (ids, to) => {
    let names: readonly string[] = [];
    let refused = 0;
    try {
      const restored = await inBatches('restoreNodes', ids, to?.id);
      names = restored.moved.map((node) => node.name);
      ({ refused } = restored);
    } catch (cause) {
      const error = apiErrorOf(cause);
      const what = text('trash.restorePartly', { count: ids.length });
      showToast({
        tone: 'danger',
        text: `${what}. ${words.ofError(error)}`,
        isOffline: error.code === 'offline',
      });
    }
    const [name] = names;
    if (name !== undefined && to !== undefined) {
      showToast({
        tone: 'success',
        text: text('trash.restoredTo', { count: names.length, folder: to.name }),
        action: { label: text('trash.showFolder'), onPress: () => navigate(to.href) },
      });
    } else if (name !== undefined) {
      const message =
        names.length === 1
          ? text('trash.restoredOne', { name })
          : text('trash.restored', { count: names.length });
      showToast({ tone: 'success', text: message });
    }
    if (refused > 0) showToast({ tone: 'danger', text: text('trash.restorePartly', { count: refused }) });
    await invalidateTree(cache);
  };
}
