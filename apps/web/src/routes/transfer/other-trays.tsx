import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import styles from './transfer-corner.module.css';

let place: HTMLElement | undefined;
const listeners = new Set<() => void>();

/** Ref of the element on the page of transfers that holds the trays of downloads and jobs. */
export function placeOtherTrays(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  setPlace(element);
  return () => setPlace(undefined);
}

function setPlace(next: HTMLElement | undefined): void {
  place = next;
  for (const listener of listeners) listener();
}

/** The element on the page of transfers. Undefined while another page is open. */
export function usePlaceOfTrays(): HTMLElement | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => place,
  );
}

/** Shows trays in the corner, or on the page of transfers. The DOM element moves, so that they keep their state. */
export function OtherTrays({ children }: { readonly children: ReactNode }) {
  const corner = useRef<HTMLDivElement>(null);
  const [host] = useState(createHost);
  const target = usePlaceOfTrays();
  useLayoutEffect(() => {
    (target ?? corner.current)?.append(host);
  }, [target, host]);
  return (
    <div ref={corner} className={styles['others']}>
      {createPortal(children, host)}
    </div>
  );
}

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.className = styles['others'] ?? '';
  return host;
}
