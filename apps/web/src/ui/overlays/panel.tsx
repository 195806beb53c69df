import type { ReactNode, RefObject } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Modal';
import { Popover } from 'react-aria-components/Popover';
import { currentLocale } from '../../lib/language/i18n.ts';
import styles from './panel.module.css';
import { useCloseRequest } from './use-close-request.ts';

interface PanelOverlayProps {
  readonly title: string;
  readonly triggerRef: RefObject<Element | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small dialog below the button that opened it. */
export function PanelOverlay({ title, triggerRef, onClose, children }: PanelOverlayProps) {
  useCloseRequest(onClose);
  return (
    // Without this provider, the direction would follow the browser's language.
    <I18nProvider locale={currentLocale()}>
      <Popover
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        triggerRef={triggerRef}
        placement="bottom end"
        offset={4}
        className={styles['popover'] ?? ''}
      >
        <AriaDialog className={styles['dialog'] ?? ''}>
          <Heading slot="title" className={styles['title'] ?? ''}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Popover>
    </I18nProvider>
  );
}
