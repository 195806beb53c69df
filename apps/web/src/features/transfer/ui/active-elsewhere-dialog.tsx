import { AlertDialog } from '../../../ui/overlays/index.ts';
import type { Transfer } from '../model/machine.ts';
import { useText } from '../texts.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';

interface ActiveElsewhereDialogProps {
  readonly transfer: Transfer;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

/** Confirms discarding an upload that continues on another device. */
export function ActiveElsewhereDialog({ transfer, engine, onClose }: ActiveElsewhereDialogProps) {
  const text = useText();
  const handleConfirm = (): void => {
    engine.cancel(transfer.id);
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      title={text('transfer.activeElsewhere.title')}
      confirmLabel={text('transfer.discard')}
      cancelLabel={text('transfer.activeElsewhere.keep')}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {text('transfer.activeElsewhere.explain', { name: transfer.name })}
    </AlertDialog>
  );
}
