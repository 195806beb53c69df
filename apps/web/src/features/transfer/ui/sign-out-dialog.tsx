import { useState } from 'react';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { useText } from '../texts.ts';

interface SignOutDialogProps {
  /** Number of unfinished uploads. */
  readonly count: number;
  readonly onSignOut: () => Promise<void>;
  readonly onClose: () => void;
}

/** Signing out removes unfinished uploads from this browser. */
export function SignOutDialog({ count, onSignOut, onClose }: SignOutDialogProps) {
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const handleConfirm = async (): Promise<void> => {
    setBusy(true);
    await onSignOut();
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      title={text('transfer.signOut.title', { count })}
      confirmLabel={text('transfer.signOut.confirm')}
      cancelLabel={text('transfer.cancelling.keep')}
      isBusy={isBusy}
      onConfirm={() => void handleConfirm()}
      onClose={onClose}
    >
      {text('transfer.signOut.explain')}
    </AlertDialog>
  );
}
