import { AlertDialog } from '../../../../ui/overlays/index.ts';
import { useText } from './texts.ts';

interface LeavePictureProps {
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

export function LeavePicture({ onDiscard, onStay }: LeavePictureProps) {
  const text = useText();
  return (
    <AlertDialog
      isOpen
      title={text('edit.leave.title')}
      confirmLabel={text('edit.leave.discard')}
      cancelLabel={text('edit.leave.stay')}
      onConfirm={onDiscard}
      onClose={onStay}
    >
      {text('edit.leave.text')}
    </AlertDialog>
  );
}
