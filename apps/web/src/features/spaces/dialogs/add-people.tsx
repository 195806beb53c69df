import type { Space, SpaceRole } from '@coffer/contracts';
import { UserPlus, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { invalidate } from '../../../api/query-cache.ts';
import { spaceKeys } from '../../../api/spaces.ts';
import { addMembers, type FoundPeople, type Member, peopleQuery } from '../../../api/spaces/team.ts';
import { useMutation } from '../../../api/use-mutation.ts';
import { useQuery, useQueryCache } from '../../../api/use-query.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Refusal } from '../../../ui/refusal.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import styles from './dialogs.module.css';
import { RoleSelect } from './role-select.tsx';
import { useText } from './texts.ts';

type Found = FoundPeople['items'][number];

const TYPING_MS = 250;
const TEXT_LENGTH_MIN = 2;

interface AddPeopleProps {
  readonly space: Space;
  readonly members: readonly Member[];
}

export function AddPeople({ space, members }: AddPeopleProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Found[]>([]);
  const [role, setRole] = useState<SpaceRole>('editor');
  const adding = useMutation(addMembers);
  const asked = useSettled(typed.trim(), TYPING_MS);
  const search = useQuery(peopleQuery(asked), { isEnabled: asked.length >= TEXT_LENGTH_MIN });
  const isAsked = asked.length >= TEXT_LENGTH_MIN && asked === typed.trim();
  const found = isAsked ? search.data?.items.filter(({ id }) => !chosen.some((each) => each.id === id)) : [];
  const isMember = ({ id }: Found): boolean => members.some(({ personId }) => personId === id);
  const choose = (person: Found): void => {
    setChosen([...chosen, person]);
    setTyped('');
    field.current?.focus();
  };
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const first = found?.find((person) => !isMember(person));
    if (typed.trim() !== '') {
      if (first !== undefined) choose(first);
      return;
    }
    if (chosen.length === 0) return;
    const personIds = chosen.map(({ id }) => id);
    const { failure } = await adding.run(space.id, { personIds, role });
    if (failure !== undefined) return;
    setChosen([]);
    showToast({ tone: 'success', text: text('spaces.add.done', { count: personIds.length }) });
    await invalidate(cache, spaceKeys.all);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void handleSubmit(event)}>
      <TextField
        ref={field}
        label={text('spaces.add')}
        hint={text('spaces.add.hint')}
        type="search"
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- adding is what the dialog is opened for
        autoFocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Refusal words={words.ofFailure(adding.failure) ?? words.ofFailure(search.failure)} />
      {found !== undefined && found.length > 0 && (
        <ul aria-label={text('spaces.add.found')} className={styles['list']}>
          {found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className={styles['found']}
                disabled={isMember(person)}
                onClick={() => choose(person)}
              >
                <Avatar name={person.name} picture={undefined} size="small" />
                <span className={styles['who']}>
                  <bdi>{person.name}</bdi>
                  <span className={styles['muted']}>
                    {isMember(person) ? text('spaces.add.isMember') : <bdi>{person.email}</bdi>}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className={styles['muted']}>
        {isAsked && search.data?.items.length === 0 && text('spaces.add.none')}
      </output>
      {chosen.length > 0 && (
        <>
          <ul aria-label={text('spaces.add.chosen')} className={styles['chips']}>
            {chosen.map((person) => (
              <li key={person.id} className={styles['chip']}>
                <bdi>{person.name}</bdi>
                <IconButton
                  icon={X}
                  size="small"
                  label={text('spaces.add.drop', { name: person.name })}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
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
        </>
      )}
    </form>
  );
}

/** The value once it has stayed the same for `ms`. */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
