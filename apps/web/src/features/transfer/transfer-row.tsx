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
import { useErrorTexts } from '../../api/error-texts.ts';
import { useFormats } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconShape } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import tray from '../../ui/tray.module.css';
import type { TransferEngine } from './transfer-engine.ts';
import { failureWords } from './failure-words.ts';
import { isEnded, isRunning, isWorthRetrying, type Transfer } from './machine.ts';
import { isHeld } from './discard.ts';
import { refusedNameOf } from './refused-name.ts';
import type { Waiting } from './shown.ts';
import { useText } from './texts.ts';
import styles from './transfer-tray.module.css';

interface TransferRowProps {
  readonly transfer: Transfer;
  /** What nobody answers at, while it runs. */
  readonly waiting: Waiting | undefined;
  readonly engine: TransferEngine;
  readonly onDecide: (batchId: string) => void;
  readonly onRename: (transfer: Transfer) => void;
  readonly onDiscard: (transfer: Transfer) => void;
}

/** Drawn again only when its transfer has changed: of a hundred rows most stand still. */
export const TransferRow = memo(function TransferRow(props: TransferRowProps) {
  const { transfer, waiting, engine, onDecide, onRename, onDiscard } = props;
  const text = useText();
  const { id, name, phase } = transfer;
  return (
    <li className={tray['row']} data-phase={isHeld(transfer) ? 'held' : phase}>
      <Icon of={shapeOf(transfer)} className={tray['kind']} />
      <div className={tray['middle']}>
        <p className={tray['name']} title={transfer.path.join('/')} dir="auto">
          {name}
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
            {text('transfer.chooseOne')}
          </Button>
        )}
        {refusedNameOf(transfer) !== undefined && (
          <Button ref={leaveFocusToList} tone="quiet" onClick={() => onRename(transfer)}>
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
            icon={isHeld(transfer) ? Info : X}
            label={text(isHeld(transfer) ? 'transfer.held.about' : 'transfer.discard')}
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

/** The button goes once it has done its work: whoever came by keyboard stays in the list. */
function leaveFocusToList(button: HTMLButtonElement | null): () => void {
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
  const words = (): string => {
    if (waiting !== undefined) return text(`transfer.waits.${waiting}`);
    switch (transfer.phase) {
      case 'uploading':
        return text('transfer.phase.uploading', { sent, size });
      case 'paused':
        return text('transfer.phase.paused', { sent, size });
      case 'failed':
        if (refused !== undefined && refused.issue !== 'name_taken') return ofIssue(refused.issue);
        return transfer.failure === undefined ? '' : failureWords(text, transfer.failure);
      case 'done':
        return transfer.node === undefined || transfer.node.name === transfer.name
          ? text('transfer.phase.done', { size })
          : text('transfer.phase.renamed', { name: transfer.node.name });
      case 'interrupted':
        if (isHeld(transfer)) return text('transfer.phase.held', { size });
        return text(
          transfer.lack === 'elsewhere' ? 'transfer.phase.elsewhere' : 'transfer.phase.interrupted',
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
  return <p className={tray['quiet']}>{words()}</p>;
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
      return isHeld(transfer) ? MonitorUp : CirclePause;
    case 'queued':
    case 'preparing':
    case 'uploading':
    case 'completing':
    case 'paused':
    case 'skipped':
    case 'cancelled':
      return transfer.sizeBytes === 0 && transfer.uploadId === undefined && transfer.path.length > 1
        ? Folder
        : FileShape;
  }
}
