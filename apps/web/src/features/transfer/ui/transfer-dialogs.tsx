import { useEffect, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { AlertDialog } from '../../../ui/overlays/index.ts';
import { useText } from '../texts.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { ActiveElsewhereDialog } from './active-elsewhere-dialog.tsx';
import { ask, type Asked, useAsked } from './asked.ts';
import { ConflictDialog } from './conflict/conflict-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { Conflict } from './tray-view.ts';

interface TransferDialogsProps {
  readonly conflicts: readonly Conflict[];
  readonly engine: TransferEngine;
}

/** The dialogs of the tray and the page. */
export function TransferDialogs({ conflicts, engine }: TransferDialogsProps) {
  const asked = useAsked();
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set());
  useEndOfDecisions(asked, conflicts);
  switch (asked?.kind) {
    case 'rename':
      return <RenameDialog transfer={asked.transfer} engine={engine} onClose={close} />;
    case 'discard':
      return <ActiveElsewhereDialog transfer={asked.transfer} engine={engine} onClose={close} />;
    case 'cancel':
      return <CancelDialog asked={asked} onClose={close} />;
    case 'decide':
    case undefined:
  }
  // Opens automatically once per batch.
  const current =
    conflicts.find(({ first }) => first.batchId === asked?.batchId) ??
    conflicts.find(({ first }) => !postponed.has(first.batchId));
  if (current === undefined) return null;
  const { batchId } = current.first;
  return (
    <ConflictDialog
      key={batchId}
      conflict={current}
      engine={engine}
      onClose={() => {
        setPostponed(new Set([...postponed, batchId]));
        close();
      }}
    />
  );
}

/** The last decision leaves nothing to decide, so the question is over without a press of "Later". */
function useEndOfDecisions(asked: Asked | undefined, conflicts: readonly Conflict[]): void {
  const isOver = asked?.kind === 'decide' && !conflicts.some(({ first }) => first.batchId === asked.batchId);
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
}

function close(): void {
  ask(undefined);
}

interface CancelDialogProps {
  readonly asked: Extract<Asked, { readonly kind: 'cancel' }>;
  readonly onClose: () => void;
}

function CancelDialog({ asked, onClose }: CancelDialogProps) {
  const text = useText();
  const { size } = useFormats();
  const { count, sentBytes, isUnknown, giveUp } = asked;
  const handleConfirm = (): void => {
    giveUp();
    onClose();
  };
  const explanation = (): string => {
    if (isUnknown) return text('transfer.cancelling.explainUnknown');
    return sentBytes > 0
      ? text('transfer.cancelling.explainSent', { size: size(sentBytes) })
      : text('transfer.cancelling.explain');
  };
  return (
    <AlertDialog
      isOpen
      title={text('transfer.cancelling.title', { count })}
      confirmLabel={text('transfer.cancelling.confirm', { count })}
      cancelLabel={text('transfer.cancelling.keep')}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {explanation()}
    </AlertDialog>
  );
}
