import { X } from 'lucide-react';
import { type FocusEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../../lib/classes.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { announce } from '../../ui/live-regions.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { dismissToast, showToast } from '../../ui/toast-store.ts';
import tray from '../../ui/tray.module.css';
import { startedTransfers } from './door.ts';
import { giveUpLooks, lookedAt, onLooksChange, takeLoss } from './looks.ts';
import { text as currentText, useText } from './texts.ts';
import styles from './transfer-tray.module.css';
import { focusTray } from './tray-focus.ts';

/** What takes less needs no words: the upload itself is announced. */
const SAID_AFTER_MS = 500;
/** Whoever stands on the card would be led astray if it went before the tray is here. */
const TRAY_WITHIN_MS = 2_000;

/** What is said from the choice of many files to the beginning of their upload. Needs nothing of what uploads them. */
export function LookingCard() {
  const { count, isOver, forget } = useLook();
  useLosses(forget);
  const text = useText();
  /** Where the focus was before it came to the card. */
  const origin = useRef<Element>(null);
  useAnnouncement(count === undefined || isOver ? undefined : text('transfer.looking'));
  if (count === undefined) return null;
  const handleFocus = ({ relatedTarget }: FocusEvent): void => {
    origin.current = relatedTarget;
  };
  const handleCancel = (): void => {
    focusOn(origin.current);
    giveUpLooks();
    forget();
  };
  return (
    <section
      className={classes(tray['tray'], styles['looking'])}
      aria-label={text('transfer.looking')}
      data-region=""
    >
      <header className={tray['header']}>
        <div className={tray['headline']}>
          <h2 className={tray['title']}>{text('transfer.looking')}</h2>
          {/* Also while there are none, so that the box keeps its size. */}
          <p className={tray['quiet']}>{text('transfer.looked', { count })}</p>
        </div>
        <div className={styles['actions']}>
          <IconButton
            ref={(cancel) => () => passFocusOn(cancel, origin.current)}
            icon={X}
            label={text('transfer.cancel')}
            onFocus={handleFocus}
            // What it would end has begun: the tray, which is about to come, can end that.
            aria-disabled={isOver}
            onClick={isOver ? undefined : handleCancel}
          />
        </div>
        <div className={styles['total']}>
          <ProgressBar label={text('transfer.looking')} value={undefined} />
        </div>
      </header>
    </section>
  );
}

/** The card goes by itself. Whoever stood on it goes on in the tray that takes its place, or else where they came from. */
function passFocusOn(cancel: HTMLElement | null, origin: Element | null): void {
  if (cancel === null || document.activeElement !== cancel) return;
  // The tray comes in the same moment, but perhaps behind it.
  requestAnimationFrame(() => {
    if (!cancel.isConnected && document.activeElement === document.body && !focusTray()) focusOn(origin);
  });
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus();
}

/** How many were looked at; still known when the look is over, until the tray has taken the place of the card. */
function useLook(): {
  readonly count: number | undefined;
  readonly isOver: boolean;
  readonly forget: () => void;
} {
  const count = useSyncExternalStore(onLooksChange, lookedAt);
  const [held, setHeld] = useState<number>();
  if (count !== undefined && count !== held) setHeld(count);
  const isOver = count === undefined && held !== undefined;
  const forget = useCallback(() => setHeld(undefined), []);
  useEffect(() => {
    if (!isOver) return undefined;
    // With a tray that is there already, or nobody there any more, nothing comes.
    const timer = setTimeout(forget, TRAY_WITHIN_MS);
    const leave = startedTransfers()?.subscribe(forget);
    return () => {
      clearTimeout(timer);
      leave?.();
    };
  }, [isOver, forget]);
  return { count: count ?? held, isOver, forget };
}

function useAnnouncement(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return undefined;
    const timer = setTimeout(() => announce(words), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);
}

/** A choice of which nothing comes is never lost without a word, and nothing is waited for; the next choice takes the words away. */
function useLosses(forget: () => void): void {
  useEffect(() => {
    let complaint: number | undefined;
    let wasLooking = false;
    const tell = (): void => {
      const isLooking = lookedAt() !== undefined;
      if (isLooking && !wasLooking && complaint !== undefined) dismissToast(complaint);
      wasLooking = isLooking;
      const loss = takeLoss();
      if (loss === undefined) return;
      forget();
      complaint = showToast({
        key: 'transfer-loss',
        tone: 'danger',
        text: currentText(`transfer.${loss}`),
      });
    };
    tell();
    return onLooksChange(tell);
  }, [forget]);
}
