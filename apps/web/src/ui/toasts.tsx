import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { announce } from './live-regions.ts';
import { dismissToast, listToasts, onToastsChange, type Toast, toastStaysMs } from './toast-store.ts';
import styles from './toasts.module.css';
import { useSwipeAway } from './use-swipe-away.ts';

const ICONS = { info: Info, success: CircleCheck, danger: CircleAlert } as const;

interface ToastRegionProps {
  /** Name of the landmark, such as "Messages". */
  readonly label: string;
  readonly closeLabel: string;
}

/** Where toasts appear: a landmark that F6 reaches. On a narrow page it stands in the grid area `messages` of the frame. Always in the page, so that what it says is announced. */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(onToastsChange, listToasts);
  const region = useRef<HTMLElement>(null);
  const isHeld = useHeld(region);
  return (
    <section
      ref={region}
      aria-label={label}
      className={styles['region']}
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

/** True while the pointer or the focus is on it. */
function useHeld(target: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    for (const [type, held] of HOLDING) {
      target.current?.addEventListener(type, () => setHeld(held), { signal: stop.signal });
    }
    // One that goes takes pointer and focus with it, and no event tells. A finger that was lifted is over nothing.
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

/** The clock stops while the pointer or the focus is on any toast, and starts anew afterwards. */
function useDismissal(toast: Toast, isHeld: boolean): void {
  const staysMs = toastStaysMs(toast);
  useEffect(() => {
    if (isHeld || staysMs === undefined) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), staysMs);
    return () => clearTimeout(timer);
  }, [toast.id, staysMs, isHeld]);
}
