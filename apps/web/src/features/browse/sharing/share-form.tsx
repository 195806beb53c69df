import { type AccessList, type GrantRole, LIMITS, type NodeView } from '@coffer/contracts';
import { CalendarClock, Link2, MessageSquare, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import type { InvitedGrants } from '../../../api/sharing/invited.ts';
import { invalidateSharing } from '../../../api/sharing/sharing.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PersonPicker } from '../../../ui/person-picker/person-picker.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ChangeInstead } from './change-instead.tsx';
import { endOfDay, isPastDay, today } from './end-date.ts';
import { GrantRoleSelect } from './grant-role-select.tsx';
import { refusalOf } from './refusals.ts';
import styles from './sharing.module.css';
import { type Shared, shareWith } from './share-with.ts';
import { useText } from './texts.ts';
import { type Choice, useChoices } from './use-choices.ts';

interface ShareFormProps {
  readonly node: NodeView;
  readonly access: AccessList;
  /** Undefined until loaded. */
  readonly invited: InvitedGrants | undefined;
  /** Undefined if the person may not create links. */
  readonly onLink: (() => void) | undefined;
}

interface Terms {
  readonly role: GrantRole;
  /** Undefined while the field is hidden. */
  readonly message?: string;
  /** Formatted as in date fields. */
  readonly endsOn?: string;
}

const NOTHING_MORE: Terms = { role: 'viewer' };

export function ShareForm({ node, access, invited, onLink }: ShareFormProps) {
  const invites = invited?.invites;
  const text = useText();
  const formats = useFormats();
  const words = useErrorTexts();
  const cache = useQueryCache();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [choice, setChoice] = useState(NOTHING_MORE);
  const [refused, setRefused] = useState<Shared['refused']>([]);
  const sharing = useMutation(async (terms: Parameters<typeof shareWith>[2]) => {
    try {
      return await shareWith(node.id, chosen, terms);
    } finally {
      await invalidateSharing(cache);
    }
  });
  const search = useChoices(typed, invites);
  const { role, message = '', endsOn = '' } = choice;
  const expiresAt = endsOn === '' ? null : endOfDay(endsOn);
  const handleSubmit = async (): Promise<void> => {
    if (isPastDay(endsOn)) return;
    const { data } = await sharing.run({ role, message: message.trim(), expiresAt });
    if (data === undefined) return;
    const { done } = data;
    setRefused(data.refused);
    setChosen(chosen.filter(({ id }) => !done.includes(id)));
    if (done.length === 0) return;
    if (done.length === chosen.length) setChoice({ role });
    const isMixed = done.length > 1 && chosen.some(({ isGroup }) => isGroup);
    const values = { name: node.name, person: nameOf(chosen, done[0] ?? ''), count: done.length };
    showToast({ tone: 'success', text: text(isMixed ? 'share.doneMixed' : 'share.done', values) });
  };
  const refusal = refusalOf(
    { text, formats },
    refused.map(({ id, ...each }) => ({ ...each, name: nameOf(chosen, id) })),
  );
  const differing = refused.filter(({ code }) => code === 'grant_differs');
  const error = sharing.failure === undefined ? undefined : apiErrorOf(sharing.failure.cause);
  const pastError = isPastDay(endsOn) ? text('share.ends.past') : undefined;
  return (
    <>
      <PersonPicker
        labels={{
          field: text('share.add'),
          hint: text(invites === 'mail' || invites === 'link' ? 'share.add.hintInvites' : 'share.add.hint'),
          found: text('share.add.found'),
          none: text(noneOf(invites, search.isStranger)),
          chosen: text('share.add.chosen'),
          drop: (name) => text('share.add.drop', { name }),
        }}
        typed={typed}
        onType={setTyped}
        found={search.found}
        reasonOf={({ id }) => (isOwner(access, id) ? text('share.add.isOwner') : undefined)}
        refusal={words.ofFailure(sharing.failure) ?? words.ofFailure(search.failure) ?? refusal}
        chosen={chosen}
        onChange={(next) => {
          setRefused([]);
          setChosen(next);
        }}
        onSubmit={handleSubmit}
      >
        <ChangeInstead
          nodeId={node.id}
          access={access}
          invited={invited}
          choices={chosen.filter((each) => differing.some(({ id }) => id === each.id))}
          terms={{ role, expiresAt }}
          onChanged={(ids) => {
            setRefused(refused.filter(({ id }) => !ids.includes(id)));
            setChosen(chosen.filter(({ id }) => !ids.includes(id)));
          }}
        />
        {choice.message !== undefined && (
          <TextField
            label={text('share.message')}
            autoComplete="off"
            maxLength={LIMITS.grantMessageLengthMax}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
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
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
            autoFocus
            value={endsOn}
            error={pastError ?? words.ofField(error, 'expiresAt')}
            onChange={({ currentTarget }) => setChoice({ ...choice, endsOn: currentTarget.value })}
          />
        )}
        <Ways choice={choice} onChange={setChoice} isBusy={sharing.isPending} />
      </PersonPicker>
      {search.isStranger && onLink !== undefined && (
        <div className={styles['ways']}>
          <Button icon={Link2} onClick={onLink}>
            {text('share.linkInstead')}
          </Button>
        </div>
      )}
    </>
  );
}

interface WaysProps {
  readonly choice: Terms;
  readonly onChange: (choice: Terms) => void;
  readonly isBusy: boolean;
}

function Ways({ choice, onChange, isBusy }: WaysProps) {
  const text = useText();
  return (
    <div className={styles['ways']}>
      <GrantRoleSelect
        label={text('share.add.role')}
        value={choice.role}
        onChange={(next) => onChange({ ...choice, role: next })}
      />
      {choice.message === undefined && (
        <Button tone="quiet" icon={MessageSquare} onClick={() => onChange({ ...choice, message: '' })}>
          {text('share.message.add')}
        </Button>
      )}
      {choice.endsOn === undefined && (
        <Button tone="quiet" icon={CalendarClock} onClick={() => onChange({ ...choice, endsOn: '' })}>
          {text('share.ends.add')}
        </Button>
      )}
      <span className={styles['submit']}>
        <Button tone="primary" type="submit" icon={UserPlus} isBusy={isBusy}>
          {text('share.submit')}
        </Button>
      </span>
    </div>
  );
}

function noneOf(invites: InvitedGrants['invites'] | undefined, isStranger: boolean) {
  if (isStranger) return 'share.invite.notAllowed';
  return invites === 'none' || invites === undefined ? 'share.add.none' : 'share.add.noneInvites';
}

function nameOf(chosen: readonly Choice[], holderId: string): string {
  return chosen.find(({ id }) => id === holderId)?.name ?? '';
}

function isOwner({ items }: AccessList, id: string): boolean {
  return items.some(({ personId, role }) => personId === id && role === 'owner');
}
