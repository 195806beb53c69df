import { endHold, refreshAdminSpaces } from '../../../api/administration/spaces.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Muted } from '../../../ui/page/stack.tsx';
import { type ListedSpace, spaceName } from '../listed-space.ts';
import { useText } from '../texts.ts';

interface EndHoldDialogProps {
  readonly space: ListedSpace;
  readonly onClose: () => void;
}

/** Asks first: what is overdue is deleted soon afterwards. */
export function EndHoldDialog({ space, onClose }: EndHoldDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const ending = useMutation(endHold);
  const name = spaceName(text, space);
  const handleConfirm = async (): Promise<void> => {
    const { failure } = await ending.run(space.id);
    if (failure !== undefined) return;
    await refreshAdminSpaces(cache);
    onClose();
    showToast({ tone: 'success', key: 'admin-spaces', text: text('adminSpaces.done.endHold', { name }) });
  };
  return (
    <AlertDialog
      isOpen
      title={text('adminSpaces.endHold', { name })}
      cancelLabel={text('adminSpaces.cancel')}
      confirmLabel={text('adminSpaces.endHold.yes')}
      isBusy={ending.isPending}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    >
      <p>{text('adminSpaces.endHold.text')}</p>
      {space.hold !== null && (
        <Muted>{text('adminSpaces.endHold.reason', { reason: space.hold.reason })}</Muted>
      )}
      <Refusal words={words.ofFailure(ending.failure)} />
    </AlertDialog>
  );
}
