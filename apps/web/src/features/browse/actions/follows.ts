import type { NodeView } from '@coffer/contracts';
import { followedQuery, setFollow } from '../../../api/follows/follows.ts';
import { ensure, type QueryCache } from '../../../api/calls/query-cache.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { showFailure } from './node-actions.ts';
import { text } from './texts.ts';

/** Follows the item, or stops following it, with Undo. */
export async function toggleFollow(
  cache: QueryCache,
  { id, name }: Pick<NodeView, 'id' | 'name'>,
): Promise<void> {
  try {
    const { items } = await ensure(cache, followedQuery());
    const isFollowed = !items.some(({ node }) => node.id === id);
    await change(isFollowed);
  } catch (cause) {
    showFailure(cause, text('browse.followFailed', { name }));
  }
  async function change(isFollowed: boolean): Promise<void> {
    await setFollow(cache, id, isFollowed);
    showToast({
      tone: 'success',
      key: 'follow',
      text: text(isFollowed ? 'browse.followed' : 'browse.unfollowed', { name }),
      action: {
        label: text('browse.undo'),
        onPress: () =>
          void change(!isFollowed).catch((cause: unknown) =>
            showFailure(cause, text('browse.followFailed', { name })),
          ),
      },
    });
  }
}
