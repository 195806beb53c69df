import { isEmail, type SecondFactor } from '@coffer/contracts';
import { KeyRound, Mail, MessageSquare, Smartphone } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../../api/calls/error-texts.ts';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { IconShape } from '../../../ui/marks/icon.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

export function ChooseFactorStep(props: StepProps<ChallengeState<'SELECT_MFA_TYPE'>>) {
  const { state, actions } = props;
  const text = useText();
  return (
    <StepFrame {...props} title={text('sign-in.code.title')} intro={text('sign-in.factor.intro')}>
      <Factors
        factors={state.step.factors}
        isBusy={state.isBusy}
        onChoose={(factor) => void actions.answer({ challenge: 'SELECT_MFA_TYPE', factor })}
      />
    </StepFrame>
  );
}

/** The user pool demands a second factor, and the account has none. */
export function SetUpFactorStep(props: StepProps<ChallengeState<'MFA_SETUP'>>) {
  const { state, actions } = props;
  const text = useText();
  const [isMail, setMail] = useState(false);
  const choose = (factor: SecondFactor): void => {
    if (factor === 'EMAIL_OTP') setMail(true);
    else if (factor === 'SOFTWARE_TOKEN_MFA') void actions.answer({ challenge: 'MFA_SETUP', factor });
  };
  return (
    <StepFrame
      {...props}
      title={text('sign-in.setUp.title')}
      intro={text(isMail ? 'sign-in.setUp.mail' : 'sign-in.setUp.intro')}
      showsError={!isMail}
    >
      {isMail ? (
        <MailForm {...props} onBack={() => setMail(false)} />
      ) : (
        <Factors factors={state.step.factors} isBusy={state.isBusy} onChoose={choose} />
      )}
    </StepFrame>
  );
}

const FACTOR_ICONS: Readonly<Record<SecondFactor, IconShape>> = {
  SOFTWARE_TOKEN_MFA: Smartphone,
  EMAIL_OTP: Mail,
  SMS_MFA: MessageSquare,
  WEB_AUTHN: KeyRound,
};

interface FactorsProps {
  readonly factors: readonly SecondFactor[];
  readonly isBusy: boolean;
  readonly onChoose: (factor: SecondFactor) => void;
}

function Factors({ factors, isBusy, onChoose }: FactorsProps) {
  const text = useText();
  const [pressed, setPressed] = useState<SecondFactor>();
  const handleChoice = (factor: SecondFactor): void => {
    if (isBusy) return;
    setPressed(factor);
    onChoose(factor);
  };
  if (factors.length === 0) return <p>{text('sign-in.factor.none')}</p>;
  return (
    <div className={styles['ways']}>
      {factors.map((factor) => (
        <Button
          key={factor}
          isWide
          icon={FACTOR_ICONS[factor]}
          isBusy={isBusy && pressed === factor}
          onClick={() => handleChoice(factor)}
        >
          {text(`sign-in.factor.${factor}`)}
        </Button>
      ))}
    </div>
  );
}

interface MailFormProps extends StepProps<ChallengeState<'MFA_SETUP'>> {
  readonly onBack: () => void;
}

function MailForm({ state, actions, onBack }: MailFormProps) {
  const text = useText();
  const { ofError, ofField } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  useFocusOnArrival(field);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const email = field.current?.value.trim() ?? '';
    setWrong(!isEmail(email));
    if (!isEmail(email)) field.current?.focus();
    else if (!state.isBusy) {
      void actions.answer({ challenge: 'MFA_SETUP', factor: 'EMAIL_OTP', email });
    }
  };
  const refusal =
    state.error === undefined ? undefined : (ofField(state.error, 'email') ?? ofError(state.error));
  return (
    <form className={styles['form']} onSubmit={handleSubmit} noValidate>
      <TextField
        ref={field}
        type="email"
        name="email"
        label={text('sign-in.setUp.address')}
        autoComplete="email"
        defaultValue={isEmail(state.username) ? state.username : ''}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={isWrong ? text('sign-in.setUp.addressWrong') : refusal}
      />
      <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
        {text('sign-in.setUp.send')}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {text('sign-in.setUp.back')}
      </Button>
    </form>
  );
}
