import type { Space, SpaceRole } from '@coffer/contracts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { idsOf, type Pickable, useHolderSearch } from '../../../api/people/people.ts';
import { invalidate } from '../../../api/calls/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import { addMembers, type MemberList } from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PersonPicker } from '../../../ui/person-picker/person-picker.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import styles from './dialogs.module.css';
import { RoleSelect } from './role-select.tsx';
import { useText } from './texts.ts';

interface AddPeopleProps {
  readonly space: Space;
  readonly members: MemberList;
}

export function AddPeople({ space, members }: AddPeopleProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Pickable[]>([]);
  const [wanted, setRole] = useState<SpaceRole>('editor');
  const hasGroup = chosen.some(({ isGroup }) => isGroup);
  const role = hasGroup && wanted === 'owner' ? 'manager' : wanted;
  const noun = hasGroup ? 'members' : 'people';
  const adding = useMutation(addMembers);
  const search = useHolderSearch(typed, (count) => text('spaces.group', { count }));
  const handleSubmit = async (): Promise<void> => {
    const { failure } = await adding.run(space.id, { ...idsOf(chosen), role });
    if (failure !== undefined) return;
    setChosen([]);
    showToast({ tone: 'success', text: text(`spaces.add.${noun}Done`, { count: chosen.length }) });
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
      reasonOf={({ id }) => (isMember(members, id) ? text('spaces.add.isMember') : undefined)}
      refusal={words.ofFailure(adding.failure) ?? words.ofFailure(search.failure)}
      chosen={chosen}
      onChange={setChosen}
      onSubmit={handleSubmit}
    >
      <div className={styles['ways']}>
        <RoleSelect
          label={text('spaces.add.role')}
          value={role}
          isForOwner={space.role === 'owner' && !hasGroup}
          onChange={setRole}
        />
        <Button tone="primary" type="submit" icon={UserPlus} isBusy={adding.isPending}>
          {text(`spaces.add.${noun}`, { count: chosen.length })}
        </Button>
      </div>
      {hasGroup && space.role === 'owner' && <p className={styles['muted']}>{text('spaces.add.noOwner')}</p>}
    </PersonPicker>
  );
}

function isMember({ items, groups }: MemberList, id: string): boolean {
  return items.some(({ personId }) => personId === id) || groups.some(({ groupId }) => groupId === id);
}
