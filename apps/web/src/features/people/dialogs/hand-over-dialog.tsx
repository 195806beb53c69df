import type { AdminPerson } from '@coffer/contracts';
import { type FormEvent, useId, useState } from 'react';
import { adminPeopleQuery, handOverFiles, refreshPeople } from '../../../api/administration/people.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { OnePerson } from '../../../ui/person-picker/one-person.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { isPerson, nameOf } from '../listed-person.ts';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import styles from './dialogs.module.css';

const FOUND_MAX = '8';

interface HandOverDialogProps {
  readonly item: AdminPerson;
  /** The administrator who uses the dialog. They can receive files only of a removed account. */
  readonly selfId: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function HandOverDialog({ item, selfId, name, onClose }: HandOverDialogProps) {
  const text = useText();
  const form = useId();
  const cache = useQueryCache();
  const words = useRefusals();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<AdminPerson>();
  const [isMissing, setMissing] = useState(false);
  const asked = typed.trim();
  const search = useQuery(
    adminPeopleQuery({ status: 'active', limit: FOUND_MAX, ...(asked === '' ? {} : { text: asked }) }),
  );
  const handing = useMutation(handOverFiles);
  const isOffered = ({ id }: AdminPerson): boolean =>
    id !== item.id && (id !== selfId || item.status === 'removed');
  const found = search.data?.items.filter(isPerson).filter(isOffered) ?? [];
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setMissing(chosen === undefined);
    if (chosen === undefined || handing.isPending) return;
    const { data, failure } = await handing.run(item.id, chosen.id);
    if (failure !== undefined || data === undefined) return;
    await refreshPeople(cache);
    onClose();
    const to = nameOf(chosen);
    showToast({
      tone: 'success',
      key: 'people',
      text: text('people.done.handedOver', { to, space: data.name }),
    });
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('people.handOver', { name })}
      closeLabel={text('people.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('people.cancel')}</Button>
          <Button tone="danger" type="submit" form={form} isBusy={handing.isPending}>
            {text('people.handOver.yes')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className={styles['column']} onSubmit={(event) => void handleSubmit(event)}>
        <p>{text('people.handOver.text', { name })}</p>
        <OnePerson
          label={text('people.handOver.to')}
          none={text('people.none')}
          missing={isMissing ? text('people.handOver.missing') : undefined}
          typed={typed}
          onType={setTyped}
          found={search.data === undefined ? undefined : found}
          detailOf={({ email }) => email}
          nameOf={nameOf}
          chosen={chosen}
          onChoose={setChosen}
        />
        <Refusal words={words.ofFailure(handing.failure) ?? words.ofFailure(search.failure)} />
      </form>
    </Dialog>
  );
}
