import { LIMITS, type Person } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { changeEmail, keepEmail, verifyEmail } from '../../api/session/account.ts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { asciiDigits } from '../../lib/language/digits.ts';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeField } from '../../ui/controls/code-field.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Form, Muted, Row } from '../../ui/page/stack.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

const CODE_LENGTH = 6;
/** Catches only typing errors; the server validates the address. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

interface EmailProps {
  readonly person: Person;
  readonly isVerified: boolean;
  readonly pending: string | null;
  readonly hasMail: boolean;
  readonly onChange: () => Promise<void>;
}

/** A new email address replaces the old one only after it is confirmed. */
export function Email({ person, isVerified, pending, hasMail, onChange }: EmailProps) {
  const text = useText();
  if (pending !== null) return <Proof pending={pending} present={person.email} onProved={onChange} />;
  return (
    <>
      <p>
        {person.email === ''
          ? text('profile.email.none')
          : text('profile.email.present', { email: person.email })}
      </p>
      {person.email !== '' && !isVerified && <Muted>{text('profile.email.unverified')}</Muted>}
      {hasMail ? <NewAddress /> : <Muted>{text('profile.email.noMail')}</Muted>}
    </>
  );
}

function NewAddress() {
  const text = useText();
  const cache = useQueryCache();
  const { ofFailure, ofField } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const change = useMutation((email: string) => changeEmail(cache, { email }));
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (change.isPending) return;
    const email = field.current?.value.trim() ?? '';
    setWrong(!ADDRESS.test(email));
    if (!ADDRESS.test(email)) {
      field.current?.focus();
      return;
    }
    await change.run(email);
  };
  const error = change.failure === undefined ? undefined : apiErrorOf(change.failure.cause);
  const isTaken = error?.code === 'name_taken';
  const issue = isTaken ? text('profile.email.taken') : ofField(error, 'email');
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      {issue === undefined && <Refusal words={ofFailure(change.failure)} />}
      <TextField
        ref={field}
        name="email"
        type="email"
        label={text('profile.email.label')}
        dir="ltr"
        autoComplete="email"
        maxLength={LIMITS.emailLengthMax}
        error={isWrong ? text('profile.email.wrong') : issue}
      />
      <Row>
        <Button type="submit" isBusy={change.isPending}>
          {text('profile.email.submit')}
        </Button>
      </Row>
    </Form>
  );
}

interface ProofProps {
  readonly pending: string;
  readonly present: string;
  readonly onProved: () => Promise<void>;
}

function Proof({ pending, present, onProved }: ProofProps) {
  const text = useText();
  const cache = useQueryCache();
  const { ofError, ofFailure } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const [isShort, setShort] = useState(false);
  const verify = useMutation((code: string) => verifyEmail(cache, { code }));
  const again = useMutation(() => changeEmail(cache, { email: pending }));
  const keep = useMutation(() => keepEmail(cache));
  const send = async (code: string): Promise<void> => {
    setShort(code.length < CODE_LENGTH);
    if (code.length < CODE_LENGTH || verify.isPending) return;
    const { failure } = await verify.run(code);
    if (failure !== undefined) {
      if (field.current !== null) field.current.value = '';
      field.current?.focus();
      return;
    }
    showToast({ tone: 'success', text: text('profile.email.saved', { email: pending }) });
    await onProved();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send(asciiDigits(field.current?.value ?? ''));
  };
  const error = verify.failure === undefined ? undefined : apiErrorOf(verify.failure.cause);
  const isTaken = error?.code === 'name_taken';
  const words = error && (isTaken ? text('profile.email.taken') : ofError(error));
  return (
    <Form onSubmit={handleSubmit}>
      <p>{text('profile.email.sent', { email: pending })}</p>
      {present !== '' && <Muted>{text('profile.email.stillOld', { email: present })}</Muted>}
      <Refusal words={ofFailure(again.failure) ?? ofFailure(keep.failure)} />
      <CodeField
        ref={field}
        name="code"
        label={text('profile.email.code')}
        length={CODE_LENGTH}
        error={isShort ? text('profile.email.codeMissing') : words}
        onComplete={(code) => void send(code)}
      />
      <Row>
        <Button type="submit" tone="primary" isBusy={verify.isPending}>
          {text('profile.email.verify')}
        </Button>
        <Button isBusy={again.isPending} onClick={() => void again.run()}>
          {text('profile.email.again')}
        </Button>
        <Button tone="quiet" isBusy={keep.isPending} onClick={() => void keep.run()}>
          {text('profile.email.other')}
        </Button>
      </Row>
      <output>{again.data !== undefined && text('profile.email.resent')}</output>
    </Form>
  );
}
