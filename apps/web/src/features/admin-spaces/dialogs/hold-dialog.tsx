import { LIMITS } from '@coffer/contracts';
import { useState } from 'react';
import { holdSpace } from '../../../api/administration/spaces.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { charactersOver } from '../../../lib/text/characters-over.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Muted } from '../../../ui/page/stack.tsx';
import { type ListedSpace, spaceName } from '../listed-space.ts';
import { type SpacesText, useText } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';
import { useHoldChange } from './use-hold-change.ts';

interface HoldDialogProps {
  readonly space: ListedSpace;
  readonly onClose: () => void;
}

/** Places a hold on a space, or shows an existing one and changes its reason. */
export function HoldDialog({ space, onClose }: HoldDialogProps) {
  const text = useText();
  const { dateTime } = useFormats();
  const { seen, isPending, refusal, run } = useHoldChange(space, holdSpace);
  const { hold } = seen;
  const [reason, setReason] = useState(hold?.reason ?? '');
  const [isAsked, setAsked] = useState(false);
  const name = spaceName(text, seen);
  const kind = hold === null ? 'hold' : 'changeHold';
  const mistake = mistakeIn(text, reason);
  const handleSubmit = async (): Promise<void> => {
    setAsked(true);
    if (mistake !== undefined) return;
    if (!(await run(reason.trim()))) return;
    onClose();
    showToast({ tone: 'success', key: 'admin-spaces', text: text(`adminSpaces.done.${kind}`, { name }) });
  };
  return (
    <FormDialog
      title={text(`adminSpaces.${kind}`, { name })}
      yes={text(`adminSpaces.${kind}.yes`)}
      isBusy={isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>
        {hold === null
          ? text('adminSpaces.hold.text')
          : text('adminSpaces.changeHold.text', { name: hold.byName, when: dateTime(hold.beganAt) })}
      </p>
      {seen !== space && hold !== null && (
        <Muted>{text('adminSpaces.endHold.reason', { reason: hold.reason })}</Muted>
      )}
      <TextField
        label={text('adminSpaces.hold.reason')}
        hint={text('adminSpaces.hold.reason.hint')}
        error={isAsked || reason.trim() !== '' ? mistake : undefined}
        value={reason}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type here
        autoFocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Refusal words={refusal} />
    </FormDialog>
  );
}

function mistakeIn(text: SpacesText, reason: string): string | undefined {
  if (reason.trim() === '') return text('adminSpaces.hold.reason.missing');
  const over = charactersOver(reason, LIMITS.holdReasonLengthMax);
  return over > 0 ? text('adminSpaces.hold.reason.tooLong', { count: over }) : undefined;
}
