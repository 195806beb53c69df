import { type FormEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { useFocusOnArrival } from '../../../lib/use-focus-on-arrival.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { SignInState } from '../machine.ts';
import styles from '../sign-in.module.css';
import type { SignInActions } from '../use-sign-in.ts';
import { ChallengeFoot } from './challenge-foot.tsx';
import { isPasswordLongEnough, NewPasswordField } from './new-password-field.tsx';
import { useText } from './texts.ts';

interface NewPasswordStepProps {
  readonly state: Extract<SignInState, { at: 'new_password' }>;
  readonly actions: SignInActions;
}

/** The person was given a password by somebody else and chooses an own one, with what else the pool wants to know. */
export function NewPasswordStep({ state, actions }: NewPasswordStepProps) {
  const text = useText();
  const { ofError, ofField } = useErrorTexts();
  const password = useRef<HTMLInputElement>(null);
  const [wanting, setWanting] = useState<readonly string[]>([]);
  useFocusOnArrival(password);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (state.isBusy) return;
    const data = new FormData(event.currentTarget);
    const attributes = Object.fromEntries(
      state.requiredAttributes.map((name) => [name, textOf(data, `attribute.${name}`)]),
    );
    const secret = password.current?.value ?? '';
    const empty = state.requiredAttributes.filter((name) => attributes[name] === '');
    setWanting(isPasswordLongEnough(secret) ? empty : ['password', ...empty]);
    if (!isPasswordLongEnough(secret)) password.current?.focus();
    else if (empty.length === 0) void actions.answerNewPassword(secret, attributes);
  };
  const hasFieldError = (state.error?.issues.length ?? 0) > 0;
  return (
    <>
      <div className={styles['intro']}>
        <PageHeading title={text('sign-in.new.title')} size="large" takesFocus={false} />
        <p className={styles['muted']}>{text('sign-in.new.intro')}</p>
        <p className={styles['who']}>{text('sign-in.signingInAs', { name: state.username })}</p>
      </div>
      {state.error !== undefined && !hasFieldError && (
        <Banner tone="danger" isAlert>
          <p>{ofError(state.error)}</p>
        </Banner>
      )}
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        {/* For password managers: which account the new password belongs to. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={state.username}
          hidden
          readOnly
        />
        <NewPasswordField
          ref={password}
          label={text('sign-in.new.password')}
          isRefusedAsShort={wanting.includes('password')}
          error={ofField(state.error, 'newPassword')}
          refusal={state.error}
        />
        {state.requiredAttributes.map((name) => (
          <TextField
            key={name}
            name={`attribute.${name}`}
            label={attributeLabel(text, name)}
            autoComplete={AUTO_COMPLETE[name] ?? 'on'}
            maxLength={2_048}
            error={
              wanting.includes(name)
                ? text('sign-in.new.missing')
                : ofField(state.error, `attributes.${name}`)
            }
          />
        ))}
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
          {text('sign-in.new.submit')}
        </Button>
      </form>
      <ChallengeFoot pending={state} actions={actions} />
    </>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const AUTO_COMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
  email: 'email',
  phone_number: 'tel',
};

const KNOWN = ['name', 'given_name', 'family_name', 'email', 'phone_number'] as const;

function attributeLabel(text: ReturnType<typeof useText>, name: string): string {
  const known = KNOWN.find((candidate) => candidate === name);
  return known === undefined
    ? text('sign-in.new.attribute.other', { name })
    : text(`sign-in.new.attribute.${known}`);
}
