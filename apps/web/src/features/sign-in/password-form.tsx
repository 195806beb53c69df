import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useErrorTexts } from '../../api/error-texts.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { SignInState } from './machine.ts';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';
import { useWait, WaitNote } from './wait-note.tsx';

interface PasswordFormProps {
  readonly state: Extract<SignInState, { at: 'form' }>;
  readonly onSubmit: (username: string, password: string) => Promise<void>;
}

/** Name and password on one screen. */
export function PasswordForm({ state, onSubmit }: PasswordFormProps) {
  const text = useText();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<readonly ('name' | 'password')[]>([]);
  const wait = useWait(state.waitUntilMs);
  useFirstFocus(state, name, password);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (state.isBusy || wait.isWaiting) return;
    const username = name.current?.value.trim() ?? '';
    const secret = password.current?.value ?? '';
    setMissing([
      ...(username === '' ? (['name'] as const) : []),
      ...(secret === '' ? (['password'] as const) : []),
    ]);
    if (username === '') name.current?.focus();
    else if (secret === '') password.current?.focus();
    else void onSubmit(username, secret);
  };
  return (
    <>
      <PageHeading title={text('sign-in.title')} size="large" takesFocus={false} />
      {state.problem !== undefined && <Problem problem={state.problem} />}
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <TextField
          ref={name}
          label={text('sign-in.name')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={128}
          defaultValue={state.username}
          error={missing.includes('name') ? text('sign-in.nameMissing') : undefined}
        />
        <PasswordField
          ref={password}
          label={text('sign-in.password')}
          showLabel={text('sign-in.show')}
          hideLabel={text('sign-in.hide')}
          name="password"
          autoComplete="current-password"
          maxLength={256}
          error={missing.includes('password') ? text('sign-in.passwordMissing') : undefined}
        />
        <WaitNote wait={wait} />
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy} disabled={wait.isWaiting}>
          {text('sign-in.submit')}
        </Button>
      </form>
      <p className={styles['note']}>
        <Icon of={ShieldCheck} size={16} />
        {text('sign-in.proof')}
      </p>
    </>
  );
}

function Problem({ problem }: { readonly problem: SignInProblem }) {
  const text = useText();
  const { ofError } = useErrorTexts();
  return (
    <Banner tone="danger" isAlert>
      <p>
        {problem.kind === 'refused'
          ? ofError(problem.error)
          : text(problem.kind === 'insecure' ? 'sign-in.insecure' : 'sign-in.unprovable')}
      </p>
    </Banner>
  );
}

type Field = ReturnType<typeof useRef<HTMLInputElement | null>>;

/** The first empty field; after a refusal the password, which is emptied: it was wrong, and it is not kept. */
function useFirstFocus(state: PasswordFormProps['state'], name: Field, password: Field): void {
  const { problem } = state;
  useEffect(() => {
    const secret = password.current;
    const target = (name.current?.value ?? '') === '' ? name.current : secret;
    target?.focus();
    if (problem?.kind === 'refused' && problem.error.code === 'sign_in_failed' && secret) secret.value = '';
  }, [problem, name, password]);
}
