import { type GrantRole, LIMITS, type NodeView, type PersonAccess } from '@coffer/contracts';
import { CalendarClock, MessageSquare, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { idsOf, type Pickable, useHolderSearch } from '../../../api/people/people.ts';
import { createGrants, type GrantResult, invalidateSharing } from '../../../api/sharing/sharing.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PersonPicker } from '../../../ui/person-picker/person-picker.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { endOfDay, isPastDay, today } from './end-date.ts';
import { GrantRoleSelect } from './grant-role-select.tsx';
import styles from './sharing.module.css';
import { useText } from './texts.ts';

interface ShareFormProps {
  readonly node: NodeView;
  readonly people: readonly PersonAccess[];
}

interface Choice {
  readonly role: GrantRole;
  /** Undefined while the field is hidden. */
  readonly message?: string;
  /** As a date field has it. */
  readonly endsOn?: string;
}

const NOTHING_MORE: Choice = { role: 'viewer' };

export function ShareForm({ node, people }: ShareFormProps) {
  const text = useText();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Pickable[]>([]);
  const [choice, setChoice] = useState(NOTHING_MORE);
  const [refused, setRefused] = useState<string>();
  const sharing = useMutation(createGrants);
  const search = useHolderSearch(typed, (count) => text('share.group', { count }));
  const { role, message = '', endsOn = '' } = choice;
  const explain = (items: readonly GrantResult[]): string | undefined => {
    const names = items.filter(({ ok }) => !ok).map((item) => nameOf(chosen, item.holderId));
    return names.length === 0
      ? undefined
      : text('share.refused', { names: names.join(', '), count: names.length });
  };
  const handleSubmit = async (): Promise<void> => {
    if (isPastDay(endsOn)) return;
    const expiresAt = endsOn === '' ? null : endOfDay(endsOn);
    const { data } = await sharing.run(node.id, {
      ...idsOf(chosen),
      role,
      message: message.trim(),
      expiresAt,
    });
    if (data === undefined) return;
    const given = data.items.filter(({ ok }) => ok).map(({ holderId }) => holderId);
    setRefused(explain(data.items));
    setChosen(chosen.filter(({ id }) => !given.some((holderId) => holderId === id)));
    if (given.length > 0) {
      if (given.length === chosen.length) setChoice({ role });
      const isMixed = given.length > 1 && chosen.some(({ isGroup }) => isGroup);
      const values = { name: node.name, person: nameOf(chosen, given[0] ?? ''), count: given.length };
      showToast({ tone: 'success', text: text(isMixed ? 'share.doneMixed' : 'share.done', values) });
    }
    await invalidateSharing(cache);
  };
  const error = sharing.failure === undefined ? undefined : apiErrorOf(sharing.failure.cause);
  const pastError = isPastDay(endsOn) ? text('share.ends.past') : undefined;
  return (
    <PersonPicker
      labels={{
        field: text('share.add'),
        hint: text('share.add.hint'),
        found: text('share.add.found'),
        none: text('share.add.none'),
        chosen: text('share.add.chosen'),
        drop: (name) => text('share.add.drop', { name }),
      }}
      typed={typed}
      onType={setTyped}
      found={search.found}
      reasonOf={({ id }) => (isOwner(people, id) ? text('share.add.isOwner') : undefined)}
      refusal={words.ofFailure(sharing.failure) ?? words.ofFailure(search.failure) ?? refused}
      chosen={chosen}
      onChange={(next) => {
        setRefused(undefined);
        setChosen(next);
      }}
      onSubmit={handleSubmit}
    >
      {choice.message !== undefined && (
        <TextField
          label={text('share.message')}
          autoComplete="off"
          maxLength={LIMITS.grantMessageLengthMax}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed asks for this field
          autoFocus
          value={message}
          error={words.ofField(error, 'message')}
          onChange={({ currentTarget }) => setChoice({ ...choice, message: currentTarget.value })}
        />
      )}
      {choice.endsOn !== undefined && (
        <TextField
          label={text('share.ends')}
          hint={text('share.ends.hint')}
          type="date"
          min={today()}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed asks for this field
          autoFocus
          value={endsOn}
          error={pastError ?? words.ofField(error, 'expiresAt')}
          onChange={({ currentTarget }) => setChoice({ ...choice, endsOn: currentTarget.value })}
        />
      )}
      <div className={styles['ways']}>
        <GrantRoleSelect
          label={text('share.add.role')}
          value={role}
          onChange={(next) => setChoice({ ...choice, role: next })}
        />
        {choice.message === undefined && (
          <Button tone="quiet" icon={MessageSquare} onClick={() => setChoice({ ...choice, message: '' })}>
            {text('share.message.add')}
          </Button>
        )}
        {choice.endsOn === undefined && (
          <Button tone="quiet" icon={CalendarClock} onClick={() => setChoice({ ...choice, endsOn: '' })}>
            {text('share.ends.add')}
          </Button>
        )}
        <span className={styles['submit']}>
          <Button tone="primary" type="submit" icon={UserPlus} isBusy={sharing.isPending}>
            {text('share.submit')}
          </Button>
        </span>
      </div>
    </PersonPicker>
  );
}

function nameOf(chosen: readonly Pickable[], holderId: string): string {
  return chosen.find(({ id }) => id === holderId)?.name ?? '';
}

function isOwner(people: readonly PersonAccess[], id: string): boolean {
  return people.some(({ personId, role }) => personId === id && role === 'owner');
}
