import type { Choice } from '@coffer/contracts';
import { KeyRound, Mail, MessageSquare, RectangleEllipsis } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import { KnownName } from '../../../ui/marks/known-name.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

export function FirstFactorStep(props: StepProps<ChallengeState<'SELECT_CHALLENGE'>>) {
  const { state, actions } = props;
  const { choices } = state.step;
  const text = useText();
  const [pressed, setPressed] = useState<Choice>();
  const choose = (choice: Choice): void => {
    if (state.isBusy) return;
    setPressed(choice);
    if (choice !== 'PASSWORD_SRP') void actions.answer({ challenge: 'SELECT_CHALLENGE', choice });
  };
  return (
    <StepFrame {...props} title={text('sign-in.choice.title')}>
      {choices.length === 0 && <p>{text('sign-in.factor.none')}</p>}
      {pressed === 'PASSWORD_SRP' ? (
        <PasswordPlace {...props} onBack={() => setPressed(undefined)} />
      ) : (
        <div className={styles['ways']}>
          {choices.map((choice) => (
            <Button
              key={choice}
              isWide
              icon={CHOICE_ICONS[choice]}
              isBusy={state.isBusy && pressed === choice}
              onClick={() => choose(choice)}
            >
              {text(`sign-in.choice.${choice}`)}
            </Button>
          ))}
        </div>
      )}
    </StepFrame>
  );
}

const CHOICE_ICONS: Readonly<Record<Choice, IconShape>> = {
  PASSWORD_SRP: RectangleEllipsis,
  WEB_AUTHN: KeyRound,
  EMAIL_OTP: Mail,
  SMS_OTP: MessageSquare,
};

interface PasswordPlaceProps extends StepProps {
  readonly onBack: () => void;
}

function PasswordPlace({ state, actions, onBack }: PasswordPlaceProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  useFocusOnArrival(field);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    setEmpty(password === '');
    if (password === '') field.current?.focus();
    else if (!state.isBusy) void actions.choosePassword(password);
  };
  return (
    <form className={styles['form']} onSubmit={handleSubmit} noValidate>
      <KnownName name={state.username} />
      <PasswordField
        ref={field}
        label={text('sign-in.choice.password')}
        showLabel={text('sign-in.new.show')}
        hideLabel={text('sign-in.new.hide')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        error={isEmpty ? text('sign-in.choice.passwordMissing') : undefined}
      />
      <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
        {text('sign-in.choice.submit')}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {text('sign-in.choice.back')}
      </Button>
    </form>
  );
}
