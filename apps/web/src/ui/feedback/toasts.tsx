import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../marks/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { announce } from './live-regions.ts';
import {
  dismissOfflineToasts,
  dismissToast,
  listToasts,
  onToastsChange,
  type Toast,
  toastStaysMs,
} from './toast-store.ts';
import styles from './toasts.module.css';
import { useSwipeAway } from '../touch/use-swipe-away.ts';

const ICONS = { info: Info, success: CircleCheck, danger: CircleAlert } as const;

interface ToastRegionProps {
  readonly label: string;
  readonly closeLabel: string;
}

/** A landmark for F6. Always mounted, so that toasts are announced and can be reached while a dialog is open. */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(onToastsChange, listToasts);
  const region = useRef<HTMLElement>(null);
  const isHeld = useHeld(region);
  useFocusBack(region);
  useEffect(() => {
    addEventListener('online', dismissOfflineToasts);
    return () => removeEventListener('online', dismissOfflineToasts);
  }, []);
  useMeasured(region);
  return (
    <section
      ref={region}
      aria-label={label}
      className={styles['region']}
      data-react-aria-top-layer
      data-region={toasts.length > 0 ? '' : undefined}
      tabIndex={-1}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} isHeld={isHeld} />
      ))}
    </section>
  );
}

function ToastCard(props: { readonly toast: Toast; readonly closeLabel: string; readonly isHeld: boolean }) {
  const { toast, closeLabel, isHeld } = props;
  const tone = toast.tone ?? 'info';
  useAnnouncement(toast);
  useDismissal(toast, isHeld);
  const swipe = useSwipeAway(() => dismissToast(toast.id));
  return (
    <div className={classes(styles['toast'], styles[tone])} {...swipe}>
      <Icon of={ICONS[tone]} className={styles['icon']} />
      <p className={styles['text']}>{toast.text}</p>
      {toast.action !== undefined && (
        <Button
          tone="quiet"
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.onPress();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon={X} size="small" label={closeLabel} onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

/** Publishes the height of the toasts as `--messages`, so that overlays leave room for them. */
function useMeasured(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const blockSize = region.current?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--messages', `${blockSize}px`);
    });
    if (region.current !== null) observer.observe(region.current);
    return () => observer.disconnect();
  }, [region]);
}

/** Returns the focus to where it was before, when the toast that has it disappears. */
function useFocusBack(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const stop = new AbortController();
    let before: EventTarget | null = null;
    const follow = ({ relatedTarget }: FocusEvent): void => {
      const isInside = relatedTarget instanceof Node && region.current?.contains(relatedTarget) === true;
      if (relatedTarget !== null && !isInside) before = relatedTarget;
    };
    region.current?.addEventListener('focusin', follow, { signal: stop.signal });
    const leave = onToastsChange(() => {
      if (region.current?.contains(document.activeElement) !== true) return;
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    });
    return () => {
      leave();
      stop.abort();
    };
  }, [region]);
}

function useHeld(target: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    for (const [type, held] of HOLDING) {
      target.current?.addEventListener(type, () => setHeld(held), { signal: stop.signal });
    }
    // A removed toast fires no leave events, and after a touch nothing is hovered.
    const leave = onToastsChange(() =>
      requestAnimationFrame(() => {
        const holding = matchMedia('(hover: hover)').matches ? ':hover, :focus-within' : ':focus-within';
        setHeld(target.current?.matches(holding) === true);
      }),
    );
    return () => {
      leave();
      stop.abort();
    };
  }, [target]);
  return isHeld;
}

const HOLDING = [
  ['pointerenter', true],
  ['pointerleave', false],
  ['focusin', true],
  ['focusout', false],
] as const;

function useAnnouncement({ text, tone }: Toast): void {
  useEffect(() => announce(text, tone === 'danger' ? 'assertive' : 'polite'), [text, tone]);
}

/** The timer pauses while the pointer or the focus is on any toast. */
function useDismissal(toast: Toast, isHeld: boolean): void {
  const staysMs = toastStaysMs(toast);
  useEffect(() => {
    if (isHeld || staysMs === undefined) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), staysMs);
    return () => clearTimeout(timer);
  }, [toast.id, staysMs, isHeld]);
}
