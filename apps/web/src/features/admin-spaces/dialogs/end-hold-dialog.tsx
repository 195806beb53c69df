import { endHold } from '../../../api/administration/spaces.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { Muted } from '../../../ui/page/stack.tsx';
import { type ListedSpace, spaceName } from '../listed-space.ts';
import { useText } from '../texts.ts';
import { useHoldChange } from './use-hold-change.ts';

interface EndHoldDialogProps {
  readonly space: ListedSpace;
  readonly onClose: () => void;
}

/** Asks for confirmation, because overdue items are deleted soon after the hold ends. */
export function EndHoldDialog({ space, onClose }: EndHoldDialogProps) {
  const text = useText();
  const { seen, isPending, refusal, run } = useHoldChange(space, endHold);
  const name = spaceName(text, seen);
  const handleConfirm = async (): Promise<void> => {
    if (!(await run())) return;
    onClose();
    showToast({ tone: 'success', key: 'admin-spaces', text: text('adminSpaces.done.endHold', { name }) });
  };
  return (
    <AlertDialog
      isOpen
      title={text('adminSpaces.endHold', { name })}
      cancelLabel={text('adminSpaces.cancel')}
      confirmLabel={text('adminSpaces.endHold.yes')}
      isBusy={isPending}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
    >
      <p>{text('adminSpaces.endHold.text')}</p>
      {seen.hold !== null && (
        <Muted>{text('adminSpaces.endHold.reason', { reason: seen.hold.reason })}</Muted>
      )}
      <Refusal words={refusal} />
    </AlertDialog>
  );
}
