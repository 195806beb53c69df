import { X } from 'lucide-react';
import { type FocusEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../../../lib/classes.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { dismissToast, showToast } from '../../../ui/feedback/toast-store.ts';
import tray from '../../../ui/feedback/tray.module.css';
import { startedTransfers } from '../intake/lazy-engine.ts';
import { cancelScans, scannedCount, onScansChange, takeScanError } from '../intake/file-scan.ts';
import { text as currentText, useText } from '../intake/texts.ts';
import styles from './transfer-tray.module.css';
import { focusTray, isTrayShown, onTrayShown } from './tray-focus.ts';

/** Shorter reads are not announced, because the upload itself is. */
const ANNOUNCED_AFTER_MS = 500;
/** The longest wait for the tray: its code may still be loading, or the tray may never appear. */
const TRAY_WITHIN_MS = 30_000;

/** Shows progress from choosing many files until their upload begins. Does not depend on the engine's code. */
export function ScanCard() {
  const { count, isOver, forget } = useScan();
  useScanErrors(forget);
  const text = useText();
  /** The element that had the focus before the card took it. */
  const origin = useRef<Element>(null);
  useAnnouncement(count === undefined || isOver ? undefined : text('transfer.scan.title'));
  if (count === undefined) return null;
  const handleFocus = ({ relatedTarget }: FocusEvent): void => {
    origin.current = relatedTarget;
  };
  const handleCancel = (): void => {
    focusOn(origin.current);
    cancelScans();
    forget();
  };
  return (
    <section
      className={classes(tray['tray'], styles['scan'])}
      aria-label={text('transfer.scan.title')}
      data-region=""
    >
      <header className={tray['header']}>
        <div className={tray['headline']}>
          <h2 className={tray['title']}>{text('transfer.scan.title')}</h2>
          {/* Also shown at zero, so that the card does not change its size. */}
          <p className={tray['quiet']}>{text('transfer.scan.count', { count })}</p>
        </div>
        <div className={styles['actions']}>
          <IconButton
            ref={(cancel) => () => moveFocusToTray(cancel, origin.current)}
            icon={X}
            label={text('transfer.scan.cancel')}
            onFocus={handleFocus}
            // The upload has begun; from now on, the tray cancels it.
            aria-disabled={isOver}
            onClick={isOver ? undefined : handleCancel}
          />
        </div>
        <div className={styles['total']}>
          <ProgressBar label={text('transfer.scan.title')} value={undefined} />
        </div>
      </header>
    </section>
  );
}

/** Moves the focus from the closing card to the tray, or back to its origin. */
function moveFocusToTray(cancel: HTMLElement | null, origin: Element | null): void {
  if (cancel === null || document.activeElement !== cancel) return;
  // The tray may mount only after the card is removed.
  requestAnimationFrame(() => {
    if (!cancel.isConnected && document.activeElement === document.body && !focusTray()) focusOn(origin);
  });
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

/** The number of files read, kept until the tray replaces the card. */
function useScan(): {
  readonly count: number | undefined;
  readonly isOver: boolean;
  readonly forget: () => void;
} {
  const count = useSyncExternalStore(onScansChange, scannedCount);
  const [lastCount, setLastCount] = useState<number>();
  if (count !== undefined && count !== lastCount) setLastCount(count);
  const isOver = count === undefined && lastCount !== undefined;
  const forget = useCallback(() => setLastCount(undefined), []);
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(forget, TRAY_WITHIN_MS);
    const unlisten = onTrayShown(forget);
    // A tray that is already open does not appear again, but shows the new uploads.
    const unsubscribe = startedTransfers()?.subscribe(() => {
      if (isTrayShown()) forget();
    });
    return () => {
      clearTimeout(timer);
      unlisten();
      unsubscribe?.();
    };
  }, [isOver, forget]);
  return { count: count ?? lastCount, isOver, forget };
}

function useAnnouncement(message: string | undefined): void {
  useEffect(() => {
    if (message === undefined) return undefined;
    const timer = setTimeout(() => announce(message), ANNOUNCED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [message]);
}

/** Reports files that could not be uploaded. The next choice clears the message. */
function useScanErrors(forget: () => void): void {
  useEffect(() => {
    let toast: number | undefined;
    let wasScanning = false;
    const report = (): void => {
      const isScanning = scannedCount() !== undefined;
      if (isScanning && !wasScanning && toast !== undefined) dismissToast(toast);
      wasScanning = isScanning;
      const error = takeScanError();
      if (error === undefined) return;
      forget();
      toast = showToast({
        key: 'transfer-loss',
        tone: 'danger',
        text: currentText(`transfer.scan.${error}`),
      });
    };
    report();
    return onScansChange(report);
  }, [forget]);
}
