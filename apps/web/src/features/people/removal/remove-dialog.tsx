import type { AdminPerson } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { refreshPeople, removalQuery, removePerson } from '../../../api/administration/people.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Dialog } from '../../../ui/overlays/index.ts';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import { FIRST_CHOICES, KEPT_DAYS, requestOf } from './choices.ts';
import { Consequences } from './consequences.tsx';
import { FoundPerson } from './found-person.tsx';
import { NewOwners } from './new-owners.tsx';
import type { PartProps } from './part-props.ts';
import { Select } from '../../../ui/controls/select.tsx';
import styles from './removal.module.css';

interface RemoveDialogProps {
  readonly item: AdminPerson;
  readonly name: string;
  readonly onClose: () => void;
  /** Closes the dialog when the row is gone, and with it the button that had the focus. */
  readonly onRowGone: () => void;
}

export function RemoveDialog({ item, name, onClose, onRowGone }: RemoveDialogProps) {
  const text = useText();
  const form = useId();
  const cache = useQueryCache();
  const words = useRefusals();
  const described = useQuery(removalQuery(item.id));
  const [choices, setChoices] = useState(FIRST_CHOICES);
  const [isIncomplete, setIncomplete] = useState(false);
  const removing = useMutation(removePerson);
  const removal = described.data;
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const target = event.currentTarget;
    if (removal === undefined || removing.isPending) return;
    const request = requestOf(choices, removal);
    // Renders the errors, then focuses the first one, which may be scrolled out of view.
    flushSync(() => setIncomplete(request === undefined));
    if (request === undefined) {
      target.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();
      return;
    }
    const { data, failure } = await removing.run(item.id, removal, request);
    if (failure !== undefined || data === undefined) {
      // Somebody else may have changed the person, a space or an owner.
      await described.refetch();
      return;
    }
    await refreshPeople(cache);
    onRowGone();
    const said = data.wasRemoved ? 'already' : data.atPool;
    const tone = data.atPool === 'deleted' ? 'success' : 'info';
    showToast({ tone, key: 'people', text: text(`people.removed.${said}`, { name }) });
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('people.remove', { name })}
      closeLabel={text('people.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('people.cancel')}</Button>
          <Button
            tone="danger"
            type="submit"
            form={form}
            isBusy={removing.isPending}
            disabled={removal === undefined || removal.files?.isOnHold === true}
          >
            {text('people.remove.yes')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={styles['form']} onSubmit={(event) => void handleSubmit(event)}>
        {removal === undefined && described.failure === undefined && <Skeleton width="100%" />}
        {removal?.files?.isOnHold === true && <p>{text('people.remove.held', { name })}</p>}
        {removal !== undefined && removal.files?.isOnHold !== true && (
          <>
            <Files
              removal={removal}
              item={item}
              choices={choices}
              isIncomplete={isIncomplete}
              onChange={(change) => setChoices({ ...choices, ...change })}
            />
            <NewOwners
              removal={removal}
              item={item}
              choices={choices}
              isIncomplete={isIncomplete}
              onChange={(change) => setChoices({ ...choices, ...change })}
            />
            <Consequences removal={removal} name={name} choice={choices.files} />
          </>
        )}
        <Refusal words={words.ofFailure(removing.failure) ?? words.ofFailure(described.failure)} />
      </form>
    </Dialog>
  );
}

function Files({ removal, item, choices, isIncomplete, onChange }: PartProps) {
  const text = useText();
  const { size } = useFormats();
  const days = useId();
  if (removal.files === null) return <p>{text('people.remove.noFiles')}</p>;
  return (
    <div className={styles['part']}>
      <ChoiceGroup
        label={text('people.remove.files', { size: size(removal.files.usedBytes) })}
        value={choices.files}
        choices={(['keep', 'hand_over', 'delete'] as const).map((value) => ({
          value,
          label: text(`people.remove.files.${value}`),
          hint: text(`people.remove.files.${value}.hint`),
        }))}
        onChange={(files) => onChange({ files })}
      />
      {choices.files === 'keep' && (
        <div className={styles['days']}>
          <label htmlFor={days}>{text('people.remove.days')}</label>
          <Select
            id={days}
            value={choices.days}
            onChange={({ currentTarget }) => onChange({ days: Number(currentTarget.value) })}
          >
            {KEPT_DAYS.map((count) => (
              <option key={count} value={count}>
                {text('people.remove.days.count', { count })}
              </option>
            ))}
          </Select>
        </div>
      )}
      {choices.files === 'hand_over' && (
        <FoundPerson
          label={text('people.handOver.to')}
          missing={isIncomplete ? text('people.handOver.missing') : undefined}
          exceptId={item.id}
          chosen={choices.receiver}
          onChoose={(receiver) => onChange({ receiver })}
        />
      )}
    </div>
  );
}
