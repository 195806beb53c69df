import type { AdminGroup, UserId } from '@coffer/contracts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { addGroupMembers, refreshGroups } from '../../../api/administration/groups.ts';
import { adminPeopleQuery } from '../../../api/administration/people.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { PersonPicker } from '../../../ui/person-picker/person-picker.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from '../groups.module.css';
import { useText } from '../texts.ts';
import { useSettled } from '../../../lib/hooks/use-settled.ts';

const FOUND_MAX = '10';

interface AddPeopleDialogProps {
  readonly group: AdminGroup;
  readonly onClose: () => void;
}

export function AddPeopleDialog({ group, onClose }: AddPeopleDialogProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Pickable[]>([]);
  const adding = useMutation(addGroupMembers);
  const search = useSearch(typed);
  const handleSubmit = async (): Promise<void> => {
    const { data, failure } = await adding.run(
      group.id,
      chosen.map(({ id }) => id),
    );
    await refreshGroups(cache);
    if (failure !== undefined) return;
    onClose();
    showToast({ tone: 'success', text: text('groups.add.done', { count: data ?? 0 }) });
  };
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={text('groups.add.title', { name: group.name })}
      closeLabel={text('groups.close')}
      onClose={onClose}
    >
      <PersonPicker
        labels={{
          field: text('groups.add.field'),
          hint: text('groups.add.hint'),
          found: text('groups.add.found'),
          none: text('groups.add.none'),
          chosen: text('groups.add.chosen'),
          drop: (name) => text('groups.add.drop', { name }),
        }}
        typed={typed}
        onType={setTyped}
        found={search.found}
        reasonOf={() => undefined}
        refusal={words.ofFailure(adding.failure) ?? words.ofFailure(search.failure)}
        chosen={chosen}
        onChange={setChosen}
        onSubmit={handleSubmit}
      >
        <div className={styles['ways']}>
          <Button tone="primary" type="submit" icon={UserPlus} isBusy={adding.isPending}>
            {text('groups.add.submit', { count: chosen.length })}
          </Button>
        </div>
      </PersonPicker>
    </Dialog>
  );
}

interface Pickable {
  readonly id: UserId;
  readonly name: string;
  readonly detail: string;
  readonly picture: string | undefined;
}

/** Searches all active accounts, so that administrators also find themselves. */
function useSearch(typed: string) {
  const asked = useSettled(typed.trim());
  const query = adminPeopleQuery({ status: 'active', limit: FOUND_MAX, text: asked });
  const { data, failure } = useQuery(query, { isEnabled: asked !== '' });
  const found = data?.items.flatMap((item): readonly Pickable[] =>
    item.status === 'invited'
      ? []
      : [
          {
            id: item.id,
            name: item.name === '' ? item.username : item.name,
            picture: item.picture,
            detail: item.email,
          },
        ],
  );
  return { found: asked === '' || asked !== typed.trim() ? undefined : found, failure };
}
