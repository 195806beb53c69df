import type { NodeView } from '@coffer/contracts';
import { errorTexts } from '../calls/error-texts.ts';
import { apiErrorOf } from '../calls/error.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import { invalidateTree } from '../nodes.ts';
import { returnToNode } from './sharing.ts';
import { text } from './texts.ts';

type Left = Pick<NodeView, 'id' | 'name'>;

interface LeavingMessage {
  readonly tone: 'success' | 'danger';
  readonly text: string;
  readonly key?: string;
  readonly isOffline?: boolean;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

const KEY = 'left';

/** Creates a toast that offers to undo leaving. `tell` shows the result of the undo. */
export function leftMessage(
  cache: QueryCache,
  node: Left,
  tell: (message: LeavingMessage) => void,
): LeavingMessage {
  const onPress = (): void => void takeBack(cache, node).then(tell);
  const action = { label: text('leaving.undo'), onPress };
  return { tone: 'success', key: KEY, text: text('leaving.left', { name: node.name }), action };
}

async function takeBack(cache: QueryCache, { id, name }: Left): Promise<LeavingMessage> {
  try {
    await returnToNode(id);
  } catch (cause) {
    const error = apiErrorOf(cause);
    const isOffline = error.code === 'offline';
    const words = isOffline ? errorTexts().ofError(error) : text('leaving.notReturned', { name });
    return { tone: 'danger', key: KEY, text: words, isOffline };
  }
  await invalidateTree(cache);
  return { tone: 'success', key: KEY, text: text('leaving.returned', { name }) };
}
