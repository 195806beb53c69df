import { ChevronDown, ChevronUp, CircleX, Pause, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { useTimeFormats } from '../../../lib/language/time-format.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import tray from '../../../ui/feedback/tray.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { discardAll, discard } from './discard.ts';
import { ActiveElsewhereDialog } from './active-elsewhere-dialog.tsx';
import { isRunning, type Transfer, type UploadedNode } from '../model/machine.ts';
import { RenameDialog } from './rename-dialog.tsx';
import type { TransferEngine } from '../model/transfer-engine.ts';
import type { UnavailableService } from './tray-view.ts';
import type { Summary } from '../model/summary.ts';
import { resultMessage } from './result-message.ts';
import { useAutoCollapse } from './use-auto-collapse.ts';
import { ResumeBar } from './resume-bar.tsx';
import { useText } from '../texts.ts';
import { timeLeftMs } from './throughput.ts';
import { TRAY_ID, trayRef } from './tray-focus.ts';
import { TransferRow } from './transfer-row.tsx';
import styles from './transfer-tray.module.css';
import { transfers } from '../engine/page-engine.ts';
import { useAnnouncements, useHeartbeat, useThroughput, useTransferView } from './use-transfers.ts';

interface TransferTrayProps {
  readonly hrefOf: (node: UploadedNode) => string;
}

export function TransferTray({ hrefOf }: TransferTrayProps) {
  const view = useTransferView(transfers);
  const { summary, rows, conflicts, unavailable } = view;
  const isOnline = useOnline();
  const waiting = isOnline ? unavailable : 'network';
  const [isExpanded, toggle] = useAutoCollapse(summary);
  const [deciding, setDeciding] = useState<string>();
  const [renaming, setRenaming] = useState<Transfer>();
  const [discarding, setDiscarding] = useState<Transfer>();
  const [isClosed, setClosed] = useState(false);
  const [postponed, setPostponed] = useState<ReadonlySet<string>>(new Set());
  useLeaveWarning(summary.lostOnReload > 0);
  useWakeLock(summary.running > 0);
  useHeartbeat(transfers);
  useAnnouncements(view, waiting);
  const text = useText();
  // Only uploads of other devices can be hidden.
  if (summary.total === 0 || (isClosed && summary.total === summary.activeElsewhere)) return null;
  // The dialog opens once per batch.
  const current = conflicts.find(({ first: { batchId } }) =>
    deciding === undefined ? !postponed.has(batchId) : batchId === deciding,
  );
  const handleClose = (): void => {
    if (current !== undefined) setPostponed(new Set([...postponed, current.first.batchId]));
    setDeciding(undefined);
  };
  const handleDiscard = async (transfer: Transfer): Promise<void> => {
    if (await discard(transfers, transfer)) return;
    setDiscarding(transfer);
  };
  return (
    <section
      ref={trayRef}
      id={TRAY_ID}
      className={classes(tray['tray'], styles['size'])}
      aria-label={text('transfer.title')}
      data-region=""
    >
      <Header
        summary={summary}
        waiting={waiting}
        engine={transfers}
        isExpanded={isExpanded}
        onToggle={toggle}
        onClose={() => setClosed(true)}
      />
      {isExpanded && summary.interrupted > summary.activeElsewhere && (
        <ResumeBar summary={summary} engine={transfers} />
      )}
      {isExpanded && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard (WCAG 2.1.1)
        <ul className={tray['list']} tabIndex={0} aria-label={text('transfer.title')}>
          {rows.map((transfer) => (
            <TransferRow
              key={transfer.id}
              transfer={transfer}
              waiting={isRunning(transfer) ? waiting : undefined}
              engine={transfers}
              hrefOf={hrefOf}
              onDecide={setDeciding}
              onRename={setRenaming}
              onDiscard={(row) => void handleDiscard(row)}
            />
          ))}
        </ul>
      )}
      {discarding !== undefined && (
        <ActiveElsewhereDialog
          transfer={discarding}
          engine={transfers}
          onClose={() => setDiscarding(undefined)}
        />
      )}
      {renaming !== undefined && (
        <RenameDialog transfer={renaming} engine={transfers} onClose={() => setRenaming(undefined)} />
      )}
      {current !== undefined && renaming === undefined && (
        <ConflictDialog
          key={current.first.batchId}
          conflict={current}
          engine={transfers}
          onClose={handleClose}
        />
      )}
    </section>
  );
}

interface HeaderProps {
  readonly summary: Summary;
  readonly waiting: UnavailableService | undefined;
  readonly engine: TransferEngine;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  readonly onClose: () => void;
}

function Header({ summary, waiting, engine, isExpanded, onToggle, onClose }: HeaderProps) {
  const text = useText();
  const handleClose = (): void => {
    engine.clear();
    onClose();
  };
  return (
    <header className={tray['header']}>
      <div className={tray['headline']}>
        <h2 className={tray['title']}>{useHeadline(summary)}</h2>
        <ThroughputLine summary={summary} waiting={waiting} engine={engine} />
      </div>
      <div className={styles['actions']}>
        {(summary.retriable > 0 || (waiting !== undefined && summary.running > 0)) && (
          <IconButton icon={RotateCw} label={text('transfer.retryAll')} onClick={() => engine.retryAll()} />
        )}
        {summary.open > summary.paused + summary.conflicts && (
          <IconButton icon={Pause} label={text('transfer.pauseAll')} onClick={() => engine.pauseAll()} />
        )}
        {summary.paused > 0 && (
          <IconButton icon={Play} label={text('transfer.resumeAll')} onClick={() => engine.resumeAll()} />
        )}
        <IconButton
          icon={isExpanded ? ChevronDown : ChevronUp}
          label={text(isExpanded ? 'transfer.collapse' : 'transfer.expand')}
          aria-expanded={isExpanded}
          onClick={onToggle}
        />
        {summary.open + summary.interrupted > summary.activeElsewhere ? (
          <IconButton
            // The X icon is for closing, which cancels nothing.
            icon={CircleX}
            label={text(summary.open > 0 ? 'transfer.cancelAll' : 'transfer.discardAll')}
            onClick={() => void discardAll(engine)}
          />
        ) : (
          <IconButton icon={X} label={text('transfer.close')} onClick={handleClose} />
        )}
      </div>
      {summary.open > 0 && (
        <div className={styles['total']}>
          <ProgressBar
            label={text('transfer.progress')}
            value={summary.sizeBytes === 0 ? undefined : summary.sentBytes / summary.sizeBytes}
          />
        </div>
      )}
    </header>
  );
}

function useHeadline(summary: Summary): string {
  const text = useText();
  const formats = useFormats();
  const done = formats.number(summary.done);
  const total = formats.number(summary.done + summary.open + summary.failed);
  if (summary.running > 0 || summary.open > summary.paused + summary.conflicts) {
    return text('transfer.uploading', { done, total });
  }
  const left = summary.interrupted - summary.activeElsewhere;
  if (left > 0) return text('transfer.interrupted', { count: left });
  if (summary.conflicts > 0) return text('transfer.decide', { count: summary.conflicts });
  if (summary.paused > 0) return text('transfer.paused', { done, total });
  if (summary.failed > 0) return text('transfer.failed', { count: summary.failed });
  if (summary.activeElsewhere > 0)
    return text('transfer.activeElsewhere', { count: summary.activeElsewhere });
  return resultMessage(text, summary, formats);
}

function ThroughputLine({ summary, waiting, engine }: Pick<HeaderProps, 'summary' | 'waiting' | 'engine'>) {
  const text = useText();
  const formats = useFormats();
  const { duration } = useTimeFormats();
  const throughput = useThroughput(engine);
  const leftMs = timeLeftMs(throughput, summary.sizeBytes - summary.sentBytes);
  if (waiting !== undefined && summary.open > 0)
    return <p className={tray['quiet']}>{text(`transfer.unavailable.${waiting}`)}</p>;
  if (throughput === undefined || leftMs === undefined) return null;
  return (
    <p className={tray['quiet']} aria-hidden="true">
      {text('transfer.speed', { speed: formats.size(throughput.bytesPerSecond) })}
      {' · '}
      {text('transfer.timeLeft', { time: duration(leftMs) })}
    </p>
  );
}
