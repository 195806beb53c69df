import type { CodeChallenge } from '@coffer/contracts';
import { type FormEvent, useState } from 'react';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CodeField } from '../../../ui/controls/code-field.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { useWait } from '../use-wait.ts';
import { useCodeError, useCodeInput } from './code-input.ts';
import { RecoveryForm } from './recovery-form.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';
import { WaitNote } from './wait-note.tsx';

const LENGTH_MIN = 6;
/** Length of codes that replace the password. */
const LENGTH_OF_FIRST = 8;

type CodeState = ChallengeState<CodeChallenge>;

/** Submits after the last digit. */
export function CodeStep(props: StepProps<CodeState>) {
  const { state, actions } = props;
  const text = useText();
  const field = useCodeInput(state.error, state.step);
  const [isShort, setShort] = useState(false);
  const [isLost, setLost] = useState(false);
  const [isAgain, setAgain] = useState(false);
  const wait = useWait(state.waitUntilMs);
  const error = useCodeError(state.error, isShort);
  const { step } = state;
  const isApp = step.step === 'SOFTWARE_TOKEN_MFA';
  const showRecovery = (isShown: boolean): void => {
    setShort(false);
    setLost(isShown);
    actions.switchCode();
  };
  if (isApp && isLost) return <RecoveryForm {...props} onBack={() => showRecovery(false)} />;
  const send = (code: string): void => {
    setShort(code.length < LENGTH_MIN);
    if (code.length < LENGTH_MIN) field.current?.focus();
    else if (!state.isBusy && !wait.isWaiting) {
      setAgain(false);
      void actions.answer({ challenge: step.step, code });
    }
  };
  const handleAgain = (): void => {
    if (state.isBusy) return;
    setAgain(true);
    void actions.resend();
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send(asciiDigits(field.current?.value ?? ''));
  };
  return (
    <StepFrame
      {...props}
      title={text('sign-in.code.title')}
      intro={<Sent state={state} />}
      takesFocus={false}
      showsError={false}
    >
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <CodeField
          ref={field}
          name="code"
          label={text(isApp ? 'sign-in.code.label' : 'sign-in.code.sentLabel')}
          hint={text(isApp ? 'sign-in.code.hint' : 'sign-in.code.sentHint')}
          length={!isApp && step.canResend ? LENGTH_OF_FIRST : LENGTH_MIN}
          error={error}
          onComplete={send}
        />
        <WaitNote wait={wait} />
        <Button
          type="submit"
          tone="primary"
          isWide
          isBusy={state.isBusy && !isAgain}
          disabled={wait.isWaiting}
        >
          {text('sign-in.code.submit')}
        </Button>
      </form>
      {isApp ? (
        <Button tone="quiet" onClick={() => showRecovery(true)}>
          {text('sign-in.lost')}
        </Button>
      ) : (
        <Again canResend={step.canResend} isBusy={state.isBusy && isAgain} onPress={handleAgain} />
      )}
    </StepFrame>
  );
}

function Sent({ state: { step, isResent } }: { readonly state: CodeState }) {
  const text = useText();
  if (step.step === 'SOFTWARE_TOKEN_MFA') return null;
  const { destination } = step;
  const isMail = step.step === 'EMAIL_OTP' || step.medium === 'EMAIL';
  const way = isMail ? 'email' : 'sms';
  return (
    <>
      {destination === null ? text(`sign-in.sent.${way}`) : text(`sign-in.sentTo.${way}`, { destination })}{' '}
      <output>{isResent && text('sign-in.resent')}</output>
    </>
  );
}

interface AgainProps {
  readonly canResend: boolean;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

function Again({ canResend, isBusy, onPress }: AgainProps) {
  const text = useText();
  if (!canResend) return <p className={styles['muted']}>{text('sign-in.noResend')}</p>;
  return (
    <Button tone="quiet" isBusy={isBusy} onClick={onPress}>
      {text('sign-in.resend')}
    </Button>
  );
}
