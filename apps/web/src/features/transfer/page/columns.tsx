import { classes } from '../../../lib/classes.ts';
import type { Formats } from '../../../lib/language/format.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import type { GridColumn } from '../../../ui/grid/index.ts';
import cell from '../../../ui/listing/named-cell.module.css';
import { Icon } from '../../../ui/marks/icon.tsx';
import { isRenamed, isRunning, isWithoutRoom, type Transfer } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { type TransferText } from '../texts.ts';
import { shapeOf, TransferStatus } from '../ui/transfer-status.tsx';
import type { UnavailableService } from '../ui/tray-view.ts';
import styles from './page.module.css';
import { TargetFolder } from './target-folder.tsx';
import type { QueueText } from './texts.ts';

interface ColumnOptions {
  readonly text: QueueText;
  readonly transferText: TransferText;
  readonly formats: Formats;
  readonly engine: TransferEngine;
  readonly waiting: UnavailableService | undefined;
}

export function columnsOf(options: ColumnOptions): readonly GridColumn<Transfer>[] {
  const { text, transferText, formats, engine, waiting } = options;
  const status = (transfer: Transfer) => (
    <TransferStatus transfer={transfer} waiting={isRunning(transfer) ? waiting : undefined} />
  );
  // The state without the size, which has its own column.
  const state = (transfer: Transfer) => {
    const plain = plainState(transfer);
    return plain === undefined ? status(transfer) : text(`queue.${plain}`);
  };
  const bar = (transfer: Transfer) =>
    isRunning(transfer) && (
      <ProgressBar
        label={transferText('transfer.fileProgress', { name: transfer.name })}
        value={transfer.sizeBytes === 0 ? undefined : transfer.sentBytes / transfer.sizeBytes}
      />
    );
  return [
    {
      id: 'name',
      label: text('queue.column.name'),
      width: 'minmax(0, 1.4fr)',
      isRowHeader: true,
      render: (transfer) => (
        <span
          className={classes(cell['name'], styles['name'])}
          data-phase={transfer.phase}
          title={transfer.path.join(' / ')}
        >
          <Icon of={shapeOf(transfer)} className={styles['mark']} />
          <span className={cell['words']}>
            <bdi className={cell['text']}>{transfer.name}</bdi>
            <span className={cell['details']}>{status(transfer)}</span>
          </span>
        </span>
      ),
    },
    {
      id: 'folder',
      label: text('queue.column.folder'),
      width: 'minmax(0, 1fr)',
      hideBelow: 900,
      render: (transfer, isPlain) => {
        const targetId = engine.jobs.get(transfer.id)?.batch.targetId;
        if (isPlain || targetId === undefined) return null;
        return <TargetFolder transfer={transfer} targetId={targetId} />;
      },
    },
    {
      id: 'state',
      label: text('queue.column.state'),
      width: 'minmax(0, 1.2fr)',
      hideBelow: 560,
      render: (transfer) => (
        <span className={styles['state']} data-phase={transfer.phase}>
          <span className={classes(cell['quiet'], styles['status'])}>{state(transfer)}</span>
          {bar(transfer)}
        </span>
      ),
    },
    {
      id: 'size',
      label: text('queue.column.size'),
      width: '6rem',
      align: 'end',
      hideBelow: 720,
      render: ({ sizeBytes }) => <span className={cell['quiet']}>{formats.size(sizeBytes)}</span>,
    },
  ];
}

/** The state, if the tray's text for it is only a size or ends with one. */
export function plainState(transfer: Transfer): 'done' | 'interrupted' | undefined {
  const { phase, blockedBy } = transfer;
  if (phase === 'done' && !isRenamed(transfer)) return phase;
  const isOwn = blockedBy === 'file_missing' || blockedBy === 'permission';
  return phase === 'interrupted' && isOwn && !isWithoutRoom(transfer) ? phase : undefined;
}
