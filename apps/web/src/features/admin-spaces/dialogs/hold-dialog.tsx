import { LIMITS } from '@coffer/contracts';
import { useState } from 'react';
import { holdSpace, refreshAdminSpaces } from '../../../api/administration/spaces.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { charactersOver } from '../../../lib/text/characters-over.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { type ListedSpace, spaceName } from '../listed-space.ts';
import { type SpacesText, useText } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

interface HoldDialogProps {
  readonly space: ListedSpace;
  readonly onClose: () => void;
}

/** Begins a hold, or shows one and changes its reason. */
export function HoldDialog({ space, onClose }: HoldDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const { dateTime } = useFormats();
  const { hold } = space;
  const [reason, setReason] = useState(hold?.reason ?? '');
  const [isAsked, setAsked] = useState(false);
  const holding = useMutation(holdSpace);
  const name = spaceName(text, space);
  const kind = hold === null ? 'hold' : 'changeHold';
  const mistake = mistakeIn(text, reason);
  const handleSubmit = async (): Promise<void> => {
    setAsked(true);
    if (mistake !== undefined) return;
    const { failure } = await holding.run(space.id, reason.trim());
    if (failure !== undefined) return;
    await refreshAdminSpaces(cache);
    onClose();
    showToast({ tone: 'success', key: 'admin-spaces', text: text(`adminSpaces.done.${kind}`, { name }) });
  };
  return (
    <FormDialog
      title={text(`adminSpaces.${kind}`, { name })}
      yes={text(`adminSpaces.${kind}.yes`)}
      isBusy={holding.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>
        {hold === null
          ? text('adminSpaces.hold.text')
          : text('adminSpaces.changeHold.text', { name: hold.byName, when: dateTime(hold.beganAt) })}
      </p>
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
      <Refusal words={words.ofFailure(holding.failure)} />
    </FormDialog>
  );
}

function mistakeIn(text: SpacesText, reason: string): string | undefined {
  if (reason.trim() === '') return text('adminSpaces.hold.reason.missing');
  const over = charactersOver(reason, LIMITS.holdReasonLengthMax);
  return over > 0 ? text('adminSpaces.hold.reason.tooLong', { count: over }) : undefined;
}
