import { type AdminGroup, LIMITS } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { createGroup, refreshGroups, renameGroup } from '../../../api/administration/groups.ts';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { useText } from '../texts.ts';

interface NameDialogProps {
  /** Undefined for a new one. */
  readonly group?: AdminGroup;
  readonly onDone: (group: AdminGroup) => void;
  readonly onClose: () => void;
}

export function NameDialog({ group, onDone, onClose }: NameDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const form = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const naming = useMutation(async (wanted: string) =>
    group === undefined ? await createGroup(wanted) : await renameGroup(group, wanted),
  );
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = name.trim();
    setMissing(wanted === '');
    if (wanted === '' || naming.isPending) return;
    const { data } = await naming.run(wanted);
    await refreshGroups(cache);
    if (data !== undefined) onDone(data);
  };
  const error = naming.failure === undefined ? undefined : apiErrorOf(naming.failure.cause);
  const isTaken = error?.code === 'group_name_taken';
  const ofField = isTaken ? words.ofFailure(naming.failure) : words.ofField(error, 'name');
  const kind = group === undefined ? 'new' : 'rename';
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text(`groups.${kind}.title`)}
      closeLabel={text('groups.close')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('groups.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} isBusy={naming.isPending}>
            {text(`groups.${kind}.yes`)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        {ofField === undefined && <Refusal words={words.ofFailure(naming.failure)} />}
        <TextField
          label={text('groups.name')}
          hint={text('groups.name.hint')}
          autoComplete="off"
          maxLength={LIMITS.groupNameLengthMax}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- naming is what the dialog is opened for
          autoFocus
          value={name}
          error={isMissing ? text('groups.name.missing') : ofField}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setMissing(false);
          }}
        />
      </form>
    </Dialog>
  );
}
