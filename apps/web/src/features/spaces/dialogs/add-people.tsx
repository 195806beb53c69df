import type { Space, SpaceRole } from '@coffer/contracts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { type FoundPerson, usePeopleSearch } from '../../../api/people/people.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import { addMembers, type Member } from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/use-mutation.ts';
import { useQueryCache } from '../../../api/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { PersonPicker } from '../../../ui/person-picker/person-picker.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import styles from './dialogs.module.css';
import { RoleSelect } from './role-select.tsx';
import { useText } from './texts.ts';

interface AddPeopleProps {
  readonly space: Space;
  readonly members: readonly Member[];
}

export function AddPeople({ space, members }: AddPeopleProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly FoundPerson[]>([]);
  const [role, setRole] = useState<SpaceRole>('editor');
  const adding = useMutation(addMembers);
  const search = usePeopleSearch(typed);
  const handleSubmit = async (): Promise<void> => {
    const personIds = chosen.map(({ id }) => id);
    const { failure } = await adding.run(space.id, { personIds, role });
    if (failure !== undefined) return;
    setChosen([]);
    showToast({ tone: 'success', text: text('spaces.add.done', { count: personIds.length }) });
    await invalidate(cache, spaceKeys.all);
  };
  return (
    <PersonPicker
      labels={{
        field: text('spaces.add'),
        hint: text('spaces.add.hint'),
        found: text('spaces.add.found'),
        none: text('spaces.add.none'),
        chosen: text('spaces.add.chosen'),
        drop: (name) => text('spaces.add.drop', { name }),
      }}
      typed={typed}
      onType={setTyped}
      found={search.found}
      reasonOf={({ id }) =>
        members.some(({ personId }) => personId === id) ? text('spaces.add.isMember') : undefined
      }
      refusal={words.ofFailure(adding.failure) ?? words.ofFailure(search.failure)}
      chosen={chosen}
      onChange={setChosen}
      onSubmit={handleSubmit}
    >
      <div className={styles['ways']}>
        <RoleSelect
          label={text('spaces.add.role')}
          value={role}
          isForOwner={space.role === 'owner'}
          onChange={setRole}
        />
        <Button tone="primary" type="submit" icon={UserPlus} isBusy={adding.isPending}>
          {text('spaces.add.submit', { count: chosen.length })}
        </Button>
      </div>
    </PersonPicker>
  );
}
