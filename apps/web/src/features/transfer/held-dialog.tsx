import { AlertDialog } from '../../ui/overlays/index.ts';
import type { Transfer } from './machine.ts';
import { useText } from './texts.ts';
import type { TransferEngine } from './transfer-engine.ts';

interface HeldDialogProps {
  readonly transfer: Transfer;
  readonly engine: TransferEngine;
  readonly onClose: () => void;
}

/** What is to be known of an upload that goes on on another device, before it is discarded here. */
export function HeldDialog({ transfer, engine, onClose }: HeldDialogProps) {
  const text = useText();
  const handleConfirm = (): void => {
    engine.cancel(transfer.id);
    onClose();
  };
  return (
    <AlertDialog
      isOpen
      title={text('transfer.held.title')}
      confirmLabel={text('transfer.discard')}
      cancelLabel={text('transfer.held.leave')}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {text('transfer.held.explain', { name: transfer.name })}
    </AlertDialog>
  );
}
