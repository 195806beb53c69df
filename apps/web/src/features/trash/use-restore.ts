import { LIMITS, type NodeId } from '@coffer/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { callOrThrow } from '../../api/client.ts';
import { apiErrorOf } from '../../api/error.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { invalidateTree } from '../../api/nodes.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useText } from './texts.ts';

/** Brings nodes back to where they were and says what became of them. */
export function useRestore(): (ids: readonly NodeId[]) => Promise<void> {
  const text = useText();
  const client = useQueryClient();
  const words = useErrorTexts();
  return async (ids) => {
    const names: string[] = [];
    let refused = 0;
    try {
      for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
        const { items } = await callOrThrow('restoreNodes', {
          body: { ids: ids.slice(at, at + LIMITS.batchMax) },
        });
        for (const item of items) {
          if (item.ok) names.push(item.node.name);
          else refused += 1;
        }
      }
    } catch (cause) {
      showToast({ tone: 'danger', text: words.ofError(apiErrorOf(cause)) });
    }
    const [name] = names;
    if (name !== undefined) {
      const message =
        names.length === 1
          ? text('trash.restoredOne', { name })
          : text('trash.restored', { count: names.length });
      showToast({ tone: 'success', text: message });
    }
    if (refused > 0) showToast({ tone: 'danger', text: text('trash.restorePartly', { count: refused }) });
    await invalidateTree(client);
  };
}
