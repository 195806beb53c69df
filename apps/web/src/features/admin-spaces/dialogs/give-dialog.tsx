import type { AdminPerson, UserId } from '@coffer/contracts';
import { useState } from 'react';
import { adminPeopleQuery, handOverFiles } from '../../../api/administration/people.ts';
import { giveAdminSpace, refreshAdminSpaces } from '../../../api/administration/spaces.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { OnePerson } from '../../../ui/person-picker/one-person.tsx';
import { type ListedSpace, spaceName } from '../listed-space.ts';
import { useText } from '../texts.ts';
import { FormDialog } from './form-dialog.tsx';

const FOUND_MAX = '8';

interface GiveDialogProps {
  readonly space: ListedSpace;
  /** The administrator's own id: administrators may take over only the files of a deleted account. */
  readonly selfId: string;
  readonly onClose: () => void;
}

/** Gives a team space to another owner. A personal space becomes a team space of the receiver. */
export function GiveDialog({ space, selfId, onClose }: GiveDialogProps) {
  const text = useText();
  const cache = useQueryCache();
  const words = useErrorTexts();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<AdminPerson>();
  const [isMissing, setMissing] = useState(false);
  const asked = useSettled(typed.trim());
  const search = useQuery(
    adminPeopleQuery({ status: 'active', limit: FOUND_MAX, ...(asked === '' ? {} : { text: asked }) }),
  );
  const giving = useMutation(give);
  const name = spaceName(text, space);
  const kind = space.kind === 'personal' ? 'giveFiles' : 'give';
  const handleSubmit = async (): Promise<void> => {
    setMissing(chosen === undefined);
    if (chosen === undefined) return;
    const { failure } = await giving.run(space, chosen.id);
    if (failure !== undefined) return;
    await refreshAdminSpaces(cache);
    onClose();
    showToast({
      tone: 'success',
      key: 'admin-spaces',
      text: text(`adminSpaces.done.${kind}`, { name, to: nameOf(chosen) }),
    });
  };
  const found = search.data?.items
    .filter((item): item is AdminPerson => item.status !== 'invited')
    .filter(({ id }) => id !== space.owner.id && (id !== selfId || space.owner.isRemoved));
  return (
    <FormDialog
      title={text(`adminSpaces.${kind}`, { name })}
      yes={text(`adminSpaces.${kind}.yes`)}
      isBusy={giving.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p>{text(`adminSpaces.${kind}.text`, { name })}</p>
      <OnePerson
        label={text('adminSpaces.newOwner')}
        none={text('adminSpaces.nobody')}
        missing={isMissing ? text('adminSpaces.newOwner.missing') : undefined}
        typed={typed}
        onType={setTyped}
        found={found}
        nameOf={nameOf}
        detailOf={({ email }) => email}
        chosen={chosen}
        onChoose={setChosen}
      />
      <Refusal words={words.ofFailure(giving.failure) ?? words.ofFailure(search.failure)} />
    </FormDialog>
  );
}

async function give(space: ListedSpace, toId: UserId): Promise<void> {
  if (space.kind === 'personal') await handOverFiles(space.owner.id, toId);
  else await giveAdminSpace(space.id, toId);
}

function nameOf({ name, email, username }: AdminPerson): string {
  return [name, email, username].find((text) => text !== '') ?? '';
}
