import { ChevronDown, ChevronUp, CircleX, X } from 'lucide-react';
import { useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useOnline } from '../../../lib/hooks/use-online.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import tray from '../../../ui/feedback/tray.module.css';
import { useFocusSuccessor } from '../../../ui/page/use-focus-successor.ts';
import { transfers } from '../engine/page-engine.ts';
import { isRunning, type UploadedNode } from '../model/machine.ts';
import { useText } from '../texts.ts';
import { useAsked } from './asked.ts';
import { askIfMuch, cancel } from './cancel.ts';
import {
  mayCancelAll,
  overallCommands,
  OverallProgress,
  type OverallProps,
  useHeadline,
  usePaceLine,
} from './overall.tsx';
import { ResumeBar } from './resume-bar.tsx';
import { TransferDialogs } from './transfer-dialogs.tsx';
import { TransferRow } from './transfer-row.tsx';
import styles from './transfer-tray.module.css';
import { TRAY_ID, trayRef } from './tray-focus.ts';
import { useAutoCollapse } from './use-auto-collapse.ts';
import { useAnnouncements, useHeartbeat, useTransferView } from './use-transfers.ts';

interface TransferTrayProps {
  readonly hrefOf: (node: UploadedNode) => string;
  /** The page of all transfers shows the same, so the tray renders only its dialogs. */
  readonly isPageOpen: boolean;
}

export function TransferTray({ hrefOf, isPageOpen }: TransferTrayProps) {
  const view = useTransferView(transfers);
  const { summary, rows, conflicts, unavailable } = view;
  const isOnline = useOnline();
  const waiting = isOnline ? unavailable : 'network';
  const [isExpanded, toggle] = useAutoCollapse(summary);
  const [isClosed, setClosed] = useState(false);
  useLeaveWarning(summary.lostOnReload > 0);
  useWakeLock(summary.running > 0);
  useHeartbeat(transfers);
  useAnnouncements(view, waiting);
  const focusProps = useFocusSuccessor(useAsked() !== undefined);
  const text = useText();
  // Only uploads of other devices can be hidden.
  const isHidden = isPageOpen || (isClosed && summary.total === summary.activeElsewhere);
  if (summary.total === 0) return null;
  return (
    <>
      {!isHidden && (
        <section
          {...focusProps}
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
                />
              ))}
            </ul>
          )}
          {isExpanded && (
            <footer className={styles['footer']}>
              <Link href="/transfers" className={styles['toPage']}>
                {text('transfer.showPage')}
              </Link>
            </footer>
          )}
        </section>
      )}
      <TransferDialogs conflicts={conflicts} engine={transfers} />
    </>
  );
}

interface HeaderProps extends OverallProps {
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  readonly onClose: () => void;
}

function Header({ isExpanded, onToggle, onClose, ...overall }: HeaderProps) {
  const { summary, waiting, engine } = overall;
  const text = useText();
  const close = (): void => {
    engine.clear();
    onClose();
  };
  return (
    <header className={tray['header']}>
      <div className={tray['headline']}>
        <h2 className={tray['title']}>{useHeadline(summary)}</h2>
        <PaceLine {...overall} />
      </div>
      <div className={styles['actions']}>
        {overallCommands({ summary, waiting, engine }).map(({ id, icon, run }) => (
          <IconButton key={id} icon={icon} label={text(`transfer.${id}`)} onClick={run} />
        ))}
        <IconButton
          icon={isExpanded ? ChevronDown : ChevronUp}
          label={text(isExpanded ? 'transfer.collapse' : 'transfer.expand')}
          aria-expanded={isExpanded}
          onClick={onToggle}
        />
        {mayCancelAll(summary) ? (
          <IconButton
            // An X alone would look like closing, which cancels nothing.
            icon={CircleX}
            label={text(summary.open > 0 ? 'transfer.cancelAll' : 'transfer.discardAll')}
            onClick={() => cancel(engine)}
          />
        ) : (
          <IconButton
            icon={X}
            label={text('transfer.close')}
            onClick={() => askIfMuch(engine.failed(), close)}
          />
        )}
      </div>
      {summary.open > 0 && (
        <div className={styles['total']}>
          <OverallProgress summary={summary} />
        </div>
      )}
    </header>
  );
}

function PaceLine(overall: OverallProps) {
  const line = usePaceLine(overall);
  if (line === undefined) return null;
  const isPace = overall.waiting === undefined;
  return (
    <p className={tray['quiet']} aria-hidden={isPace || undefined}>
      {line}
    </p>
  );
}
