import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { readGuestListAgain } from '../../../api/links/edit-link.ts';
import { useLeaveWarning } from '../../../lib/hooks/use-leave-warning.ts';
import { useWakeLock } from '../../../lib/hooks/use-wake-lock.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useFocusSuccessor } from '../../../ui/page/use-focus-successor.ts';
import { ChooseAgain } from '../request/choose-again.tsx';
import type { GuestEngine } from '../request/guest-transfers.ts';
import { OutageBanner } from '../request/outage-banner.tsx';
import { useSendingReport } from '../request/use-sending-report.ts';
import styles from './edit.module.css';
import { Conflicts, Failures } from './sending-problems.tsx';
import { useText } from './texts.ts';

interface SendingProps {
  readonly token: string;
  readonly engine: GuestEngine;
  readonly onSending: (isSending: boolean) => void;
  /** Whether the uploads are versions of a single file, whose name stays. */
  readonly isVersion?: boolean;
}

/** Delay before the list is reloaded, so that files that arrive together cause one reload. */
const SETTLED_MS = 300;

export function Sending({ token, engine, onSending, isVersion = false }: SendingProps) {
  const text = useText();
  const { size } = useFormats();
  const cache = useQueryCache();
  const subscribe = useCallback((listener: () => void) => engine.subscribe(listener), [engine]);
  const { summary, byPhase, outage } = useSyncExternalStore(subscribe, () => engine.view());
  // Taken names wait for the guest, and nothing of them is sent.
  const sendingCount = summary.open - summary.conflicts;
  useLeaveWarning(summary.lostOnReload > 0);
  useWakeLock(summary.running > 0);
  useSendingReport(sendingCount > 0, onSending);
  useEffect(() => {
    if (summary.done === 0 && summary.failed === 0) return undefined;
    const timer = setTimeout(() => void readGuestListAgain(cache, token), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [summary.done, summary.failed, cache, token]);
  const focusProps = useFocusSuccessor();
  const conflicts = [...(byPhase['conflict']?.values() ?? [])];
  const failed = [...(byPhase['failed']?.values() ?? [])];
  const discard = (): void => {
    for (const id of byPhase['interrupted']?.keys() ?? []) engine.cancel(id);
  };
  if (summary.open === 0 && failed.length === 0 && summary.interrupted === 0 && summary.done === 0)
    return null;
  return (
    <div {...focusProps} className={styles['panel']}>
      {sendingCount > 0 && (
        <>
          <ProgressBar
            label={text('guestEdit.progress')}
            value={summary.sizeBytes === 0 ? 0 : summary.sentBytes / summary.sizeBytes}
          />
          <div className={styles['line']}>
            <output className={styles['grow']}>
              {text('guestEdit.sending', { count: sendingCount })}
              {` · ${text('guestEdit.sizeOf', { size: size(summary.sentBytes), max: size(summary.sizeBytes) })}`}
            </output>
            <Button onClick={() => (summary.paused > 0 ? engine.resumeAll() : engine.pauseAll())}>
              {text(summary.paused > 0 ? 'guestEdit.resume' : 'guestEdit.pause')}
            </Button>
          </div>
          {outage !== undefined && <OutageBanner />}
        </>
      )}
      {summary.open === 0 && summary.done > 0 && (
        <output>
          {text(isVersion ? 'guestEdit.version.done' : 'guestEdit.done', { count: summary.done })}
        </output>
      )}
      {summary.interrupted > 0 && (
        <ChooseAgain engine={engine} isPermitted={summary.needPermission === 0} onDiscard={discard} />
      )}
      <Conflicts transfers={conflicts} engine={engine} />
      <Failures transfers={failed} engine={engine} mayRetry={summary.retriable > 0} />
    </div>
  );
}
