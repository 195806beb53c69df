import {
  Check,
  CircleAlert,
  CircleHelp,
  CirclePause,
  File as FileShape,
  Folder,
  Info,
  MonitorUp,
  Pause,
  Play,
  RotateCw,
  X,
} from 'lucide-react';
import { memo } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon, type IconShape } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import tray from '../../../ui/feedback/tray.module.css';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { failureMessage } from './failure-messages.ts';
import { NoRoom, OpenTrash } from './no-room.tsx';
import { isEnded, isRunning, isWorthRetrying, type Transfer, type UploadedNode } from '../model/machine.ts';
import { isActiveElsewhere } from './discard.ts';
import { refusedNameOf } from '../model/refused-name.ts';
import type { UnavailableService } from './tray-view.ts';
import { useText } from '../texts.ts';
import styles from './transfer-tray.module.css';

interface TransferRowProps {
  readonly transfer: Transfer;
  readonly waiting: UnavailableService | undefined;
  readonly engine: TransferEngine;
  readonly hrefOf: (node: UploadedNode) => string;
  readonly onDecide: (batchId: string) => void;
  readonly onRename: (transfer: Transfer) => void;
  readonly onDiscard: (transfer: Transfer) => void;
}

export const TransferRow = memo(function TransferRow(props: TransferRowProps) {
  const { transfer, waiting, engine, hrefOf, onDecide, onRename, onDiscard } = props;
  const text = useText();
  const { id, name, phase, node } = transfer;
  return (
    <li className={tray['row']} data-phase={isActiveElsewhere(transfer) ? 'active-elsewhere' : phase}>
      <Icon of={shapeOf(transfer)} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']} title={transfer.path.join('/')} dir="auto">
          {phase === 'done' && node !== undefined ? (
            <Link href={hrefOf(node)} className={styles['link']}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <Status transfer={transfer} waiting={waiting} />
        {isRunning(transfer) && (
          <ProgressBar
            label={text('transfer.fileProgress', { name })}
            value={transfer.sizeBytes === 0 ? undefined : transfer.sentBytes / transfer.sizeBytes}
          />
        )}
      </div>
      <div className={styles['actions']}>
        {phase === 'conflict' && (
          <Button tone="quiet" onClick={() => onDecide(transfer.batchId)}>
            {text('transfer.resolve')}
          </Button>
        )}
        {transfer.failure?.code === 'quota_exceeded' && <OpenTrash failure={transfer.failure} />}
        {refusedNameOf(transfer) !== undefined && (
          <Button ref={moveFocusToList} tone="quiet" onClick={() => onRename(transfer)}>
            {text('transfer.rename')}
          </Button>
        )}
        {(phase === 'uploading' || phase === 'preparing' || phase === 'queued') && (
          <IconButton
            size="small"
            icon={Pause}
            label={text('transfer.pause')}
            onClick={() => engine.pause(id)}
          />
        )}
        {phase === 'paused' && (
          <IconButton
            size="small"
            icon={Play}
            label={text('transfer.resume')}
            onClick={() => engine.resume(id)}
          />
        )}
        {(isWorthRetrying(transfer) || waiting !== undefined) && (
          <IconButton
            size="small"
            icon={RotateCw}
            label={text('transfer.retry')}
            onClick={() => engine.retry(id)}
          />
        )}
        {phase === 'interrupted' && (
          <IconButton
            size="small"
            icon={isActiveElsewhere(transfer) ? Info : X}
            label={text(isActiveElsewhere(transfer) ? 'transfer.activeElsewhere.about' : 'transfer.discard')}
            onClick={() => onDiscard(transfer)}
          />
        )}
        {!isEnded(transfer) && phase !== 'interrupted' && (
          <IconButton
            size="small"
            icon={X}
            label={text('transfer.cancel')}
            onClick={() => engine.cancel(id)}
          />
        )}
      </div>
    </li>
  );
});

/** Moves the focus to the list when the button disappears. */
function moveFocusToList(button: HTMLButtonElement | null): () => void {
  return () => {
    if (button !== null && document.activeElement === button) button.closest('ul')?.focus();
  };
}

function Status({ transfer, waiting }: Pick<TransferRowProps, 'transfer' | 'waiting'>) {
  const text = useText();
  const { ofIssue } = useErrorTexts();
  const formats = useFormats();
  const refused = refusedNameOf(transfer);
  const size = formats.size(transfer.sizeBytes);
  const sent = formats.size(transfer.sentBytes);
  const message = (): string => {
    if (waiting !== undefined) return text(`transfer.unavailable.${waiting}`);
    switch (transfer.phase) {
      case 'uploading':
        return text('transfer.phase.uploading', { sent, size });
      case 'paused':
        return text('transfer.phase.paused', { sent, size });
      case 'failed':
        if (refused !== undefined && refused.issue !== 'name_taken') return ofIssue(refused.issue);
        return transfer.failure === undefined ? '' : failureMessage(text, transfer.failure);
      case 'done':
        return transfer.node === undefined || transfer.node.name === transfer.name
          ? text('transfer.phase.done', { size })
          : text('transfer.phase.renamed', { name: transfer.node.name });
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
  };
  return (
    <p className={tray['quiet']}>
      {transfer.failure?.code === 'quota_exceeded' ? <NoRoom failure={transfer.failure} /> : message()}
    </p>
  );
}

function shapeOf(transfer: Transfer): IconShape {
  switch (transfer.phase) {
    case 'done':
      return Check;
    case 'failed':
      return CircleAlert;
    case 'conflict':
      return CircleHelp;
    case 'interrupted':
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

/** A folder has no upload. */
function kindOf({ sizeBytes, uploadId, path }: Transfer): 'file' | 'folder' {
  return sizeBytes === 0 && uploadId === undefined && path.length > 1 ? 'folder' : 'file';
}
