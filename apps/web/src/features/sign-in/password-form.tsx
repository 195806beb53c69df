import type { SignInMethods } from '@coffer/contracts';
import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SignInProblem } from '../../api/session/password-sign-in.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { PageHeading } from '../../ui/page/page-heading.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { keepName } from './known-name.ts';
import { Notice, Problem, WaitNote } from './lazy-steps.ts';
import type { SignInState } from './machine.ts';
import { OtherWays, type WayIn } from './other-ways.tsx';
import styles from './sign-in.module.css';
import { useText } from './texts.ts';
import type { SignInActions } from './use-sign-in.ts';
import { useWait } from './use-wait.ts';
import { Suspense } from '../../ui/loading/lazy.tsx';

interface PasswordFormProps {
  readonly state: Extract<SignInState, { at: 'form' }>;
  readonly offers: SignInMethods;
  readonly returnTo: string;
  readonly actions: Pick<SignInActions, 'submit' | 'begin' | 'leaveFor'>;
}

export function PasswordForm({ state, offers, returnTo, actions }: PasswordFormProps) {
  const text = useText();
  const { name, password } = useFields(state.problem);
  const [missing, setMissing] = useState<readonly ('name' | 'password')[]>([]);
  const [pressed, setPressed] = useState<string>();
  const wait = useWait(state.waitUntilMs);
  const mayGo = !state.isBusy && !wait.isWaiting;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!mayGo) return;
    const username = name.current?.value.trim() ?? '';
    const secret = password.current?.value ?? '';
    setPressed(undefined);
    setMissing([
      ...(username === '' ? (['name'] as const) : []),
      ...(secret === '' ? (['password'] as const) : []),
    ]);
    if (username === '') name.current?.focus();
    else if (secret === '') password.current?.focus();
    else void actions.submit(username, secret);
  };
  const handleWay = (way: WayIn): void => {
    if (!mayGo) return;
    const username = name.current?.value.trim() ?? '';
    const isMissing = way.kind === 'first' && username === '';
    setMissing(isMissing ? ['name'] : []);
    setPressed(isMissing ? undefined : way.id);
    if (isMissing) name.current?.focus();
    else if (way.kind === 'first') void actions.begin(username, way.id);
    else void actions.leaveFor(way.id, { username, returnTo });
  };
  return (
    <>
      <PageHeading title={text('sign-in.title')} size="large" takesFocus={false} />
      {state.problem !== undefined && (
        <Suspense fallback={null}>
          <Problem problem={state.problem} />
        </Suspense>
      )}
      {state.notice !== undefined && (
        <Suspense fallback={null}>
          <Notice notice={state.notice} />
        </Suspense>
      )}
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
        {state.waitUntilMs !== undefined && (
          <Suspense fallback={null}>
            <WaitNote wait={wait} />
          </Suspense>
        )}
        <Button
          type="submit"
          tone="primary"
          isWide
          isBusy={state.isBusy && pressed === undefined}
          disabled={wait.isWaiting}
        >
          {text('sign-in.submit')}
        </Button>
      </form>
      <p className={styles['note']}>
        <Icon of={ShieldCheck} size={16} />
        {text('sign-in.proof')}
      </p>
      <OtherWays offers={offers} busyWith={state.isBusy ? pressed : undefined} onChoose={handleWay} />
    </>
  );
}

/** Focuses the first field to fill in. A wrong name or password clears the password. */
function useFields(problem: SignInProblem | undefined) {
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const secret = password.current;
    const target = (name.current?.value ?? '') === '' ? name.current : secret;
    target?.focus();
    if (problem?.kind === 'refused' && problem.error.code === 'sign_in_failed' && secret) secret.value = '';
  }, [problem]);
  useEffect(() => {
    const input = name.current;
    return () => keepName(input?.value.trim() ?? '');
  }, []);
  return { name, password };
}
