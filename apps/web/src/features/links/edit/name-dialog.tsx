import { type FormEvent, useId, useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import styles from './edit.module.css';
import { useText } from './texts.ts';

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly saveLabel: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Of a new folder, or a new name. */
export function NameDialog({ title, name, saveLabel, onSave, onClose }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const formId = useId();
  const [typed, setTyped] = useState(name);
  const saving = useMutation(onSave);
  const error = saving.failure === undefined ? undefined : apiErrorOf(saving.failure.cause);
  const ofName = words.ofField(error, 'name');
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (typed.trim() === '' || saving.isPending) return;
    const { failure } = await saving.run(typed.trim());
    if (failure === undefined) onClose();
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      size="small"
      title={title}
      closeLabel={text('guestEdit.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('guestEdit.cancel')}</Button>
          <Button tone="primary" type="submit" form={formId} isBusy={saving.isPending}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['area']} noValidate onSubmit={(event) => void handleSubmit(event)}>
        {ofName === undefined && <Refusal words={words.ofFailure(saving.failure)} />}
        <TextField
          label={text('guestEdit.name')}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks for nothing else
          autoFocus
          autoComplete="off"
          dir="auto"
          value={typed}
          error={ofName}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
