import { openAsking } from '../../../api/sharing/asking.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { Transfer } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { useText } from '../texts.ts';

interface AskFolderProps {
  readonly transfer: Transfer;
  readonly engine: TransferEngine;
}

/** Asks for access to the folder to which files were added. */
export function AskFolder({ transfer, engine }: AskFolderProps) {
  const text = useText();
  const targetId = engine.jobs.get(transfer.id)?.batch.targetId;
  if (transfer.failure?.code !== 'not_allowed' || targetId === undefined) return null;
  return (
    <Button tone="quiet" onClick={() => openAsking(targetId)}>
      {text('transfer.ask')}
    </Button>
  );
}
