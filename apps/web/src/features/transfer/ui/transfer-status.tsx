import {
  Check,
  CircleAlert,
  CircleHelp,
  CirclePause,
  File as FileShape,
  Folder,
  MonitorUp,
} from 'lucide-react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { type Formats, useFormats } from '../../../lib/language/format.ts';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import { isRenamed, isWithoutRoom, type Transfer } from '../model/machine.ts';
import { useText } from '../texts.ts';
import { isActiveElsewhere } from './discard.ts';
import { failureOf, type FailureWords } from './failure-messages.ts';
import { NoRoom } from './no-room.tsx';
import type { UnavailableService } from './tray-view.ts';

interface TransferStatusProps {
  readonly transfer: Transfer;
  /** The service for which a running transfer waits. */
  readonly waiting: UnavailableService | undefined;
}

export function TransferStatus({ transfer, waiting }: TransferStatusProps) {
  const sayStatus = useStatusText();
  const { failure } = transfer;
  if (failure?.code === 'quota_exceeded') return <NoRoom failure={failure} />;
  return sayStatus(transfer, waiting);
}

type SayStatus = (transfer: Transfer, waiting?: UnavailableService) => string;

export function useStatusText(): SayStatus {
  const text = useText();
  const errorTexts = useErrorTexts();
  const formats = useFormats();
  return (transfer, waiting) =>
    waiting === undefined
      ? statusOf(transfer, { text, errorTexts, formats })
      : text(`transfer.unavailable.${waiting}`);
}

interface Words extends FailureWords {
  readonly formats: Pick<Formats, 'size'>;
}

function statusOf(transfer: Transfer, words: Words): string {
  const { text, formats } = words;
  const size = formats.size(transfer.sizeBytes);
  const sent = formats.size(transfer.sentBytes);
  switch (transfer.phase) {
    case 'uploading':
      return text('transfer.phase.uploading', { sent, size });
    case 'paused':
      return text('transfer.phase.paused', { sent, size });
    case 'failed':
      return failureOf(transfer, words);
    case 'done':
      return isRenamed(transfer)
        ? text('transfer.phase.renamed', { name: transfer.node?.name ?? '' })
        : text('transfer.phase.done', { size });
    case 'interrupted':
      if (isActiveElsewhere(transfer)) return text('transfer.phase.activeElsewhere', { size });
      return text(
        transfer.blockedBy === 'other_device' ? 'transfer.phase.otherDevice' : 'transfer.phase.interrupted',
        { size },
      );
    case 'queued':
    case 'preparing':
    case 'completing':
    case 'conflict':
    case 'skipped':
    case 'cancelled':
      return text(`transfer.phase.${transfer.phase}`);
  }
}

export function shapeOf(transfer: Transfer): IconShape {
  switch (transfer.phase) {
    case 'done':
      return Check;
    case 'failed':
      return CircleAlert;
    case 'conflict':
      return CircleHelp;
    case 'interrupted':
      if (isWithoutRoom(transfer)) return CircleAlert;
      return isActiveElsewhere(transfer) ? MonitorUp : CirclePause;
    case 'queued':
    case 'preparing':
    case 'uploading':
    case 'completing':
    case 'paused':
    case 'skipped':
    case 'cancelled':
      return kindOf(transfer) === 'folder' ? Folder : FileShape;
  }
}

/** A folder has no upload id. */
function kindOf({ sizeBytes, uploadId, path }: Transfer): 'file' | 'folder' {
  return sizeBytes === 0 && uploadId === undefined && path.length > 1 ? 'folder' : 'file';
}
