import { type AdminPerson, SYSTEM_ROLES } from '@coffer/contracts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Invitee } from '../../../api/administration/people.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Dialog } from '../../../ui/overlays/index.ts';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { type ChosenCsv, CsvChoice } from '../import/csv-choice.tsx';
import { type ReadAddress, readTyped } from '../parse-addresses.ts';
import { useText } from '../texts.ts';
import { AddressList } from './address-list.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import styles from './dialogs.module.css';
import { InvitedFooter, InvitedList } from './invited-list.tsx';
import { type Sent, useSending } from './use-sending.ts';

const ROWS = 6;

/** Shows the form, and then the links, in one dialog, so that the focus returns to where it was before. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const sending = useSending();
  const [role, setRole] = useState<AdminPerson['role']>('member');
  const [sent, setSent] = useState<Sent>();
  const send = async (people: readonly Invitee[]): Promise<void> => {
    const { invited, rest } = await sending.send(people, role);
    const isAgain = new Set(people.map(({ email }) => email));
    setSent((before) => ({
      invited: [...(before?.invited.filter(({ email }) => !isAgain.has(email)) ?? []), ...invited],
      rest,
    }));
  };
  const form = useInviteForm({ role, setRole, send, onClose });
  const common = { isOpen: true, isDismissable: false, size: 'large', onClose } as const;
  if (sending.progress !== undefined) {
    return (
      <Dialog
        {...common}
        title={text('people.sending')}
        closeLabel={text('people.sending.stop')}
        onClose={sending.stop}
        footer={<Button onClick={sending.stop}>{text('people.sending.stop')}</Button>}
      >
        <SendingProgress {...sending.progress} />
      </Dialog>
    );
  }
  if (sent === undefined) {
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
  const { invited, rest } = sent;
  return (
    <Dialog
      {...common}
      title={text('people.invited', { count: invited.filter(({ ok }) => ok).length })}
      closeLabel={text('people.close')}
      footer={
        <InvitedFooter
          invited={invited}
          rest={rest.length}
          onRest={() => void send(rest)}
          onClose={onClose}
        />
      }
    >
      <InvitedList invited={invited} rest={rest.length} />
    </Dialog>
  );
}

function SendingProgress({ done, total }: { readonly done: number; readonly total: number }) {
  const text = useText();
  const { number } = useFormats();
  const words = text('people.sending.progress', { done: number(done), total: number(total) });
  return (
    <div className={styles['column']}>
      <ProgressBar label={text('people.sending')} value={done / Math.max(1, total)} valueText={words} />
      <output className={styles['muted']}>{words}</output>
    </div>
  );
}

interface PrivilegedProps {
  readonly addresses: readonly ReadAddress[];
  readonly role: AdminPerson['role'];
}

/** Warns before sending about people who will get more rights than working with files. */
function Privileged({ addresses, role: common }: PrivilegedProps) {
  const text = useText();
  const countOf = (asked: AdminPerson['role']) =>
    addresses.filter(({ role = common }) => role === asked).length;
  const counts = (['administrator', 'auditor'] as const).flatMap((role) => {
    const count = countOf(role);
    return count === 0 ? [] : [text(`people.invite.${role}s`, { count })];
  });
  return counts.length === 0 ? null : (
    <output className={styles['privileged']}>
      {text('people.invite.among', { who: new Intl.ListFormat(currentLocale()).format(counts) })}
    </output>
  );
}

interface InviteForm {
  readonly footer: ReactNode;
  readonly body: ReactNode;
}

interface InviteFormProps {
  readonly role: AdminPerson['role'];
  readonly setRole: (role: AdminPerson['role']) => void;
  readonly send: (people: readonly Invitee[]) => Promise<void>;
  readonly onClose: () => void;
}

function useInviteForm({ role, setRole, send, onClose }: InviteFormProps): InviteForm {
  const text = useText();
  const form = useId();
  const [typed, setTyped] = useState('');
  const [csv, setCsv] = useState<ChosenCsv>();
  const [isEmpty, setEmpty] = useState(false);
  const read = csv?.read ?? readTyped(typed);
  const addresses = read ?? [];
  const right = addresses.filter(({ problem }) => problem === undefined);
  const wrong = addresses.filter(({ problem }) => problem !== undefined && problem !== 'repeated');
  const isMissing = isEmpty && right.length === 0;
  const problem =
    read === undefined ? text('people.invite.tooLong') : isMissing ? text('people.invite.empty') : undefined;
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setEmpty(right.length === 0);
    if (right.length === 0) return;
    await send(
      right.map(({ email, name, role: own, quotaBytes, groupIds }) => ({
        email,
        name,
        role: own,
        quotaBytes,
        ...(groupIds === undefined ? {} : { groupIds }),
      })),
    );
  };
  return {
    footer: (
      <>
        {wrong.length > 0 && (
          <p className={styles['problems']}>{text('people.invite.problems', { count: wrong.length })}</p>
        )}
        <Privileged addresses={right} role={role} />
        <Button onClick={onClose}>{text('people.cancel')}</Button>
        <Button tone="primary" type="submit" form={form}>
          {right.length === 0
            ? text('people.invite.submit')
            : text('people.invite.count', { count: right.length })}
        </Button>
      </>
    ),
    body: (
      <form id={form} noValidate className={styles['invite']} onSubmit={(event) => void handleSubmit(event)}>
        <div className={styles['column']}>
          {csv === undefined && (
            <Field label={text('people.invite.addresses')} hint={text('people.invite.hint')} error={problem}>
              {(ids) => (
                <textarea
                  {...ids}
                  dir="ltr"
                  rows={ROWS}
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
          )}
          <Field
            label={text('people.role')}
            hint={text(csv === undefined ? `people.role.${role}.hint` : 'people.csv.role')}
          >
            {(ids) => (
              <Select
                {...ids}
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
              </Select>
            )}
          </Field>
          <CsvChoice chosen={csv} onChange={setCsv} />
        </div>
        <AddressList addresses={addresses} role={role} />
      </form>
    ),
  };
}
