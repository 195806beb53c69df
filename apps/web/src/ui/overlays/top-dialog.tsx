import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../../lib/classes.ts';
import styles from './dialog.module.css';
import { useFocusReturn } from './use-focus-return.ts';

interface TopDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Hangs from the upper edge, so that it stays while its contents grow and shrink. Has no heading in sight. */
export function TopDialog({ title, onClose, children }: TopDialogProps) {
  useFocusReturn();
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
