import { type FormEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { KnownName } from '../../../ui/marks/known-name.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { isPasswordLongEnough, NewPasswordField } from './new-password-field.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

/** Asks for a new password, and for attributes that the user pool requires. */
export function NewPasswordStep(props: StepProps<ChallengeState<'NEW_PASSWORD_REQUIRED'>>) {
  const { state, actions } = props;
  const { requiredAttributes } = state.step;
  const text = useText();
  const { ofField } = useErrorTexts();
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  useFocusOnArrival(password);
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (state.isBusy) return;
    const data = new FormData(event.currentTarget);
    const attributes = Object.fromEntries(
      requiredAttributes.map((name) => [name, textOf(data, `attribute.${name}`)]),
    );
    const secret = password.current?.value ?? '';
    const empty = requiredAttributes.filter((name) => attributes[name] === '');
    setMissing(isPasswordLongEnough(secret) ? empty : ['password', ...empty]);
    if (!isPasswordLongEnough(secret)) password.current?.focus();
    else if (empty.length === 0) {
      void actions.answer({
        challenge: 'NEW_PASSWORD_REQUIRED',
        newPassword: secret,
        ...(requiredAttributes.length === 0 ? {} : { attributes }),
      });
    }
  };
  const hasFieldError = (state.error?.issues.length ?? 0) > 0;
  return (
    <StepFrame
      {...props}
      title={text('sign-in.new.title')}
      intro={text('sign-in.new.intro')}
      takesFocus={false}
      showsError={!hasFieldError}
    >
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <KnownName name={state.username} />
        <NewPasswordField
          ref={password}
          label={text('sign-in.new.password')}
          isRefusedAsShort={missing.includes('password')}
          error={ofField(state.error, 'newPassword')}
          refusal={state.error}
        />
        {requiredAttributes.map((name) => (
          <TextField
            key={name}
            name={`attribute.${name}`}
            label={attributeLabel(text, name)}
            autoComplete={AUTO_COMPLETE[name] ?? 'on'}
            maxLength={2_048}
            error={
              missing.includes(name)
                ? text('sign-in.new.missing')
                : ofField(state.error, `attributes.${name}`)
            }
          />
        ))}
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
          {text('sign-in.new.submit')}
        </Button>
      </form>
    </StepFrame>
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
