import { Info, Pause, Play, RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import tray from '../../../ui/feedback/tray.module.css';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { AskFolder } from './ask-folder.tsx';
import { ask } from './asked.ts';
import { cancel } from './cancel.ts';
import { OpenTrash } from './no-room.tsx';
import { isEnded, isRunning, isWorthRetrying, type Transfer, type UploadedNode } from '../model/machine.ts';
import { isActiveElsewhere } from './discard.ts';
import { refusedNameOf } from '../model/refused-name.ts';
import type { UnavailableService } from './tray-view.ts';
import { useText } from '../texts.ts';
import { shapeOf, TransferStatus } from './transfer-status.tsx';
import styles from './transfer-tray.module.css';

interface TransferRowProps {
  readonly transfer: Transfer;
  readonly waiting: UnavailableService | undefined;
  readonly engine: TransferEngine;
  readonly hrefOf: (node: UploadedNode) => string;
}

export const TransferRow = memo(function TransferRow(props: TransferRowProps) {
  const { transfer, waiting, engine, hrefOf } = props;
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
        <p className={tray['quiet']}>
          <TransferStatus transfer={transfer} waiting={waiting} />
        </p>
        {isRunning(transfer) && (
          <ProgressBar
            label={text('transfer.fileProgress', { name })}
            value={transfer.sizeBytes === 0 ? undefined : transfer.sentBytes / transfer.sizeBytes}
          />
        )}
      </div>
      <div className={styles['actions']}>
        {phase === 'conflict' && (
          <Button tone="quiet" onClick={() => ask({ kind: 'decide', batchId: transfer.batchId })}>
            {text('transfer.resolve')}
          </Button>
        )}
        {transfer.failure?.code === 'quota_exceeded' && <OpenTrash failure={transfer.failure} />}
        <AskFolder transfer={transfer} engine={engine} />
        {refusedNameOf(transfer) !== undefined && (
          <Button ref={moveFocusToList} tone="quiet" onClick={() => ask({ kind: 'rename', transfer })}>
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
            onClick={() => cancel(engine, [transfer])}
          />
        )}
        {!isEnded(transfer) && phase !== 'interrupted' && (
          <IconButton
            size="small"
            icon={X}
            label={text('transfer.cancel')}
            onClick={() => cancel(engine, [transfer])}
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
