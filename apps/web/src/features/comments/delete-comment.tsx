import type { NodeId } from '@coffer/contracts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { deleteComment } from '../../api/details/comments.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { announce } from '../../ui/feedback/live-regions.ts';
import { AlertDialog } from '../../ui/overlays/index.ts';
import { useText } from './texts.ts';

interface DeleteCommentProps {
  readonly nodeId: NodeId;
  readonly commentId: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

export function DeleteComment({ nodeId, commentId, onClose, onDeleted }: DeleteCommentProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const deleting = useMutation(deleteComment);
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await deleting.run(cache, nodeId, commentId);
    if (failure !== undefined) return;
    announce(text('comments.deleted'));
    onDeleted();
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      title={text('comments.deleteTitle')}
      cancelLabel={text('comments.cancel')}
      confirmLabel={text('comments.deleteConfirm')}
      isBusy={deleting.isPending}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    >
      <Refusal words={words.ofFailure(deleting.failure)} />
      <p>{text('comments.deleteText')}</p>
    </AlertDialog>
  );
}
