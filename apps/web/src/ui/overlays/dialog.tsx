import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../../lib/classes.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import styles from './dialog.module.css';
import { useCloseRequest } from './use-close-request.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface DialogOverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly size?: 'small' | 'medium' | 'large' | 'full';
  /** Whether a click outside closes the dialog. False for dialogs with typed input. */
  readonly isDismissable?: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function DialogOverlay(props: DialogOverlayProps) {
  const {
    isOpen,
    onClose,
    title,
    closeLabel,
    size = 'medium',
    isDismissable = true,
    children,
    footer,
  } = props;
  useFocusReturn();
  useCloseRequest(onClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      isDismissable={isDismissable}
      className={styles['backdrop'] ?? ''}
    >
      <Modal className={classes(styles['modal'], styles[size])}>
        <AriaDialog className={styles['dialog'] ?? ''}>
          <header className={styles['header']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} onClick={onClose} />
          </header>
          <div className={styles['body']}>{children}</div>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface TopDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Fixed at its upper edge, so that it stays in place while its contents grow and shrink. Has no visible heading. */
export function TopDialog({ title, onClose, children }: TopDialogProps) {
  useFocusReturn();
  useCloseRequest(onClose);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
      isDismissable
      className={classes(styles['backdrop'], styles['atTop'])}
    >
      <Modal className={classes(styles['modal'], styles['wide'])}>
        <AriaDialog aria-label={title} className={styles['dialog'] ?? ''}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface AlertDialogOverlayProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  readonly tone?: 'danger' | 'primary';
  /** Keeps the dialog open: what has begun is not cancelled, and its refusal is shown here. */
  readonly isBusy?: boolean;
  /** The effect is still unknown, so it cannot be confirmed yet. */
  readonly isWaiting?: boolean;
}

export function AlertDialogOverlay(props: AlertDialogOverlayProps) {
  const { isOpen, onConfirm, title, children, confirmLabel, cancelLabel } = props;
  const { isBusy = false, isWaiting = false } = props;
  const handleClose = (): void => {
    if (!isBusy) props.onClose();
  };
  useFocusReturn();
  useCloseRequest(handleClose);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(isNowOpen) => !isNowOpen && handleClose()}
      className={styles['backdrop'] ?? ''}
    >
      <Modal className={classes(styles['modal'], styles['small'])}>
        <AriaDialog role="alertdialog" className={styles['dialog'] ?? ''}>
          <header className={styles['header']}>
            <Heading slot="title" className={styles['title'] ?? ''}>
              {title}
            </Heading>
          </header>
          <div className={styles['body']}>{children}</div>
          <footer className={styles['footer']}>
            {/* The harmless choice takes the focus. */}
            <Button ref={focusOnce} isOff={isBusy} onClick={handleClose}>
              {cancelLabel}
            </Button>
            <Button tone={props.tone ?? 'danger'} isBusy={isBusy || isWaiting} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
