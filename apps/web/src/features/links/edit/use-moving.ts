import type { GuestNode, NodeId } from '@coffer/contracts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { moveByLink, readGuestListAgain } from '../../../api/links/edit-link.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

type Item = Pick<GuestNode, 'id' | 'name'>;

export interface Movement {
  readonly node: Item;
  readonly from: NodeId;
  readonly to: Item;
}

/** Moves items within the link, with undo. */
export function useMoving(token: string) {
  const text = useText();
  const { ofError } = useErrorTexts();
  const cache = useQueryCache();
  const toast = { key: 'guest-edit' } as const;
  const undo = async ({ node, from }: Movement): Promise<void> => {
    const [back] = await Promise.allSettled([moveByLink(token, { id: node.id, parentId: from }, 'rename')]);
    showToast(
      back.status === 'fulfilled'
        ? { ...toast, tone: 'success', text: text('guestEdit.move.undone', { name: node.name }) }
        : { ...toast, tone: 'danger', text: ofError(apiErrorOf(back.reason)) },
    );
    await readGuestListAgain(cache, token);
  };
  /** Throws if the move is rejected. */
  const move = async (movement: Movement, conflict: 'fail' | 'rename' = 'fail'): Promise<void> => {
    const { node, to } = movement;
    try {
      await moveByLink(token, { id: node.id, parentId: to.id }, conflict);
      showToast({
        ...toast,
        tone: 'success',
        text: text('guestEdit.moved', { name: node.name, folder: to.name }),
        action: { label: text('guestEdit.undo'), onPress: () => void undo(movement) },
      });
    } finally {
      await readGuestListAgain(cache, token);
    }
  };
  /** Moves dragged items. Rejections are shown as a toast, because no dialog is open. */
  const moveDragged = async (movement: Movement, conflict?: 'rename'): Promise<void> => {
    const [moved] = await Promise.allSettled([move(movement, conflict)]);
    if (moved.status === 'fulfilled') return;
    const error = apiErrorOf(moved.reason);
    showToast({
      ...toast,
      tone: 'danger',
      text: ofError(error),
      ...(error.code === 'name_taken' && {
        action: { label: text('guestEdit.keep'), onPress: () => void moveDragged(movement, 'rename') },
      }),
    });
  };
  return { move, moveDragged };
}
