import { type FormEvent, useState } from 'react';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CodeField } from '../../../ui/controls/code-field.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { QrCode } from '../../../ui/marks/qr-code.tsx';
import { SecretText } from '../../../ui/controls/secret-text.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { useCodeError, useCodeInput } from './code-input.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

const CODE_LENGTH = 6;

export function AuthenticatorStep(props: StepProps<ChallengeState<'MFA_SETUP_AUTHENTICATOR'>>) {
  const { state, actions } = props;
  const text = useText();
  const field = useCodeInput(state.error, state.step);
  const [isShort, setShort] = useState(false);
  const [copied, setCopied] = useState<boolean>();
  const error = useCodeError(state.error, isShort);
  const send = (code: string): void => {
    setShort(code.length !== CODE_LENGTH);
    if (code.length !== CODE_LENGTH) field.current?.focus();
    else if (!state.isBusy) void actions.answer({ challenge: 'MFA_SETUP_AUTHENTICATOR', code });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send(asciiDigits(field.current?.value ?? ''));
  };
  const handleCopied = (isCopied: boolean): void => {
    setCopied(isCopied);
    announce(text(isCopied ? 'sign-in.setUp.copied' : 'sign-in.setUp.copyFailed'));
  };
  return (
    <StepFrame
      {...props}
      title={text('sign-in.setUp.appTitle')}
      intro={text('sign-in.setUp.scan')}
      takesFocus={false}
      showsError={false}
    >
      <QrCode text={state.step.uri} label={text('sign-in.setUp.qr')} />
      <div className={styles['intro']}>
        <p>{text('sign-in.setUp.orType')}</p>
        <SecretText
          secret={state.step.secret}
          copyLabel={text('sign-in.setUp.copy')}
          onCopied={handleCopied}
        />
        {copied !== undefined && (
          <p className={styles['muted']}>
            {text(copied ? 'sign-in.setUp.copied' : 'sign-in.setUp.copyFailed')}
          </p>
        )}
      </div>
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <CodeField
          ref={field}
          name="code"
          label={text('sign-in.code.label')}
          hint={text('sign-in.setUp.codeHint')}
          length={CODE_LENGTH}
          error={error}
          onComplete={send}
        />
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
          {text('sign-in.code.submit')}
        </Button>
      </form>
    </StepFrame>
  );
}
