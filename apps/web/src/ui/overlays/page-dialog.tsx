import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './page-dialog.module.css';

interface PageDialogProps {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly className: string;
  /** Called for Escape, unless an element inside has handled it. */
  readonly onEscape: () => void;
  readonly children: ReactNode;
}

/** A dialog that covers the page. Menus, dialogs, tooltips and toasts lie above it, as above any other page. */
export function PageDialog({ labelledBy, className, onEscape, children }: PageDialogProps) {
  const dialog = useRef<HTMLElement>(null);
  useEscape(dialog, onEscape);
  return (
    // Content may handle Escape by preventing its default, which the library does not check.
    <ModalOverlay isOpen isKeyboardDismissDisabled className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog ref={dialog} aria-labelledby={labelledBy} className={className} data-page-dialog="">
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function useEscape(dialog: { readonly current: HTMLElement | null }, onEscape: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    const { target } = event;
    const isInside = target instanceof Node && dialog.current?.contains(target) === true;
    // The focus is on `body` after the focused element was removed.
    if (!isInside && target !== document.body) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => handleKey(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
}
