import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { useText } from '../texts.ts';
import styles from '../admin-spaces.module.css';

interface FormDialogProps {
  readonly title: string;
  readonly yes: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form about one space. */
export function FormDialog({ title, yes, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const text = useText();
  const form = useId();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void onSubmit();
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={title}
      closeLabel={text('adminSpaces.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('adminSpaces.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={isBusy}>
            {yes}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={styles['form']} onSubmit={handleSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
