import { type AdminPerson, SYSTEM_ROLES } from '@coffer/contracts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { type Invited, invitePeople } from '../../../api/administration/people.ts';
import { useMutation } from '../../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../../api/calls/use-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { parseAddresses } from '../parse-addresses.ts';
import { useText } from '../texts.ts';
import { useRefusals } from '../use-refusals.ts';
import { AddressList } from './address-list.tsx';
import styles from './dialogs.module.css';
import { InvitedFooter, InvitedList } from './invited-list.tsx';

const ROWS = 6;
const TEXT_LENGTH_MAX = 100_000;

/** One dialog for the form and for the links, so that it gives the focus back to where it came from. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const [invited, setInvited] = useState<readonly Invited[]>();
  const form = useInviteForm(setInvited, onClose);
  const common = { isOpen: true, isDismissable: false, size: 'large', onClose } as const;
  if (invited === undefined) {
    return (
      <Dialog
        {...common}
        title={text('people.invite')}
        closeLabel={text('people.cancel')}
        footer={form.footer}
      >
        {form.body}
      </Dialog>
    );
  }
  return (
    <Dialog
      {...common}
      title={text('people.invited', { count: invited.filter(({ ok }) => ok).length })}
      closeLabel={text('people.close')}
      footer={<InvitedFooter invited={invited} onClose={onClose} />}
    >
      <InvitedList invited={invited} />
    </Dialog>
  );
}

interface InviteForm {
  readonly footer: ReactNode;
  readonly body: ReactNode;
}

function useInviteForm(onInvited: (invited: readonly Invited[]) => void, onClose: () => void): InviteForm {
  const text = useText();
  const form = useId();
  const cache = useQueryCache();
  const words = useRefusals();
  const [typed, setTyped] = useState('');
  const [role, setRole] = useState<AdminPerson['role']>('member');
  const [isEmpty, setEmpty] = useState(false);
  const inviting = useMutation(invitePeople);
  const addresses = parseAddresses(typed);
  const right = addresses.filter(({ problem }) => problem === undefined);
  const malformed = addresses.filter(({ problem }) => problem === 'malformed');
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setEmpty(right.length === 0);
    if (right.length === 0 || inviting.isPending) return;
    const people = right.map(({ email, name }) => ({ email, name }));
    const { data } = await inviting.run(cache, people, role);
    if (data !== undefined) onInvited(data);
  };
  return {
    footer: (
      <>
        {malformed.length > 0 && (
          <p className={styles['problems']}>{text('people.invite.problems', { count: malformed.length })}</p>
        )}
        <Button onClick={onClose}>{text('people.cancel')}</Button>
        <Button tone="primary" type="submit" form={form} isBusy={inviting.isPending}>
          {right.length === 0
            ? text('people.invite.submit')
            : text('people.invite.count', { count: right.length })}
        </Button>
      </>
    ),
    body: (
      <form id={form} noValidate className={styles['invite']} onSubmit={(event) => void handleSubmit(event)}>
        <div className={styles['column']}>
          <Field
            label={text('people.invite.addresses')}
            hint={text('people.invite.hint')}
            error={isEmpty && right.length === 0 ? text('people.invite.empty') : undefined}
          >
            {(ids) => (
              <textarea
                {...ids}
                dir="ltr"
                rows={ROWS}
                maxLength={TEXT_LENGTH_MAX}
                spellCheck={false}
                autoCapitalize="none"
                className={styles['addresses']}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is opened to type here
                autoFocus
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
          <Field label={text('people.role')} hint={text(`people.role.${role}.hint`)}>
            {(ids) => (
              <select
                {...ids}
                className={styles['select']}
                value={role}
                onChange={({ currentTarget }) =>
                  setRole(SYSTEM_ROLES.find((each) => each === currentTarget.value) ?? 'member')
                }
              >
                {SYSTEM_ROLES.map((each) => (
                  <option key={each} value={each}>
                    {text(`people.role.${each}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Refusal words={words.ofFailure(inviting.failure)} />
        </div>
        <AddressList addresses={addresses} />
      </form>
    ),
  };
}
