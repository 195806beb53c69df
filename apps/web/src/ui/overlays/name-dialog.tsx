import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { selectStem } from '../../lib/text/select-stem.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { announce } from '../feedback/live-regions.ts';
import { Dialog } from './lazy.tsx';

interface NameDialogProps {
  readonly title: string;
  /** Label of the field. */
  readonly label: string;
  readonly hint?: string;
  readonly saveLabel: string;
  readonly cancelLabel: string;
  readonly closeLabel: string;
  /** The name before the change. */
  readonly name?: string;
  /** Files are likely to keep their extension, so it is not selected. */
  readonly isFile?: boolean;
  readonly maxLength?: number;
  /** Shown below the field unless the name is refused. */
  readonly note?: ReactNode;
  readonly onType?: (name: string) => void;
  /** Closes the dialog, or resolves to the reason why the name is refused. */
  readonly onSave: (name: string) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks for one name. A refusal is shown at the field, which takes the focus. */
export function NameDialog(props: NameDialogProps) {
  const { title, hint, name: before = '', maxLength, note, onType, onSave, onClose } = props;
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    let refusal: string | undefined;
    try {
      refusal = await onSave(name);
    } finally {
      // Code that could not be loaded is reported elsewhere.
      setBusy(false);
    }
    if (refusal === undefined) return;
    setProblem(refusal);
    // A screen reader does not read a field again that already has the focus.
    if (document.activeElement === field.current) announce(refusal, 'assertive');
    else field.current?.focus();
  };
  return (
    <Dialog
      isOpen
      size="small"
      isDismissable={false}
      title={title}
      closeLabel={props.closeLabel}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{props.cancelLabel}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={isBusy}>
            {props.saveLabel}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          ref={field}
          label={props.label}
          hint={hint}
          name="name"
          autoComplete="off"
          maxLength={maxLength}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog asks only for this name
          autoFocus
          value={name}
          error={problem}
          onFocus={({ currentTarget }) => {
            if (name !== before) return;
            if (props.isFile === true) selectStem(currentTarget);
            else currentTarget.select();
          }}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setProblem(undefined);
            onType?.(currentTarget.value);
          }}
        />
        {note !== undefined && <div hidden={problem !== undefined}>{note}</div>}
      </form>
    </Dialog>
  );
}
