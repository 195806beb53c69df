import { isReservedOnWindows, nodeNameIssue } from '@coffer/contracts';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/marks/icon.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../browse.module.css';
import { useText } from './texts.ts';

interface NameDialogProps {
  readonly title: string;
  /** Resolves to an error message, if any. */
  readonly onSubmit: (name: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

export function NameDialog({ title, onSubmit, onClose }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const form = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isWarned, setWarned] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const issue = nodeNameIssue(name);
    if (issue !== undefined) {
      setProblem(words.ofIssue(issue));
      return;
    }
    if (isReservedOnWindows(name) && !isWarned) {
      setWarned(true);
      return;
    }
    setBusy(true);
    const refusal = await onSubmit(name);
    setBusy(false);
    if (refusal === undefined) onClose();
    else setProblem(refusal);
  };
  return (
    <Dialog
      isOpen
      size="small"
      isDismissable={false}
      title={title}
      closeLabel={text('browse.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('browse.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={isBusy}>
            {text(isWarned ? 'browse.createAnyway' : 'browse.create')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label={text('browse.newName')}
          name="name"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that asks one thing begins there
          autoFocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
            setWarned(false);
          }}
        />
        <output className={styles['warning']}>
          {problem === undefined && isReservedOnWindows(name) && (
            <>
              <Icon of={TriangleAlert} size={16} />
              {text('browse.reserved')}
            </>
          )}
        </output>
      </form>
    </Dialog>
  );
}
