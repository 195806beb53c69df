import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { numberFact } from '../../../api/error.ts';
import { useErrorTexts } from '../../../api/error-texts.ts';
import { asciiDigits } from '../../../lib/digits.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import type { SignInState } from '../machine.ts';
import styles from '../sign-in.module.css';
import type { SignInActions } from '../use-sign-in.ts';
import { useWait } from '../use-wait.ts';
import { ChallengeFoot } from './challenge-foot.tsx';
import { useText } from './texts.ts';
import { WaitNote } from './wait-note.tsx';

const CODE_LENGTH = 6;

interface CodeStepProps {
  readonly state: Extract<SignInState, { at: 'code' }>;
  readonly actions: SignInActions;
}

/** The code of the authenticator: sent by itself when its last digit arrives. */
export function CodeStep({ state, actions }: CodeStepProps) {
  const text = useText();
  const field = useCodeInput(state);
  const [isShort, setShort] = useState(false);
  const wait = useWait(state.waitUntilMs);
  const error = useCodeError(state, isShort);
  const send = (code: string): void => {
    setShort(code.length !== CODE_LENGTH);
    if (code.length !== CODE_LENGTH) field.current?.focus();
    else if (!state.isBusy && !wait.isWaiting) void actions.answerCode(code);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send(asciiDigits(field.current?.value ?? ''));
  };
  return (
    <>
      <div className={styles['intro']}>
        <PageHeading title={text('sign-in.code.title')} size="large" takesFocus={false} />
        <p className={styles['who']}>{text('sign-in.signingInAs', { name: state.username })}</p>
      </div>
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <CodeField
          ref={field}
          name="code"
          label={text('sign-in.code.label')}
          hint={text('sign-in.code.hint')}
          length={CODE_LENGTH}
          error={error}
          onComplete={send}
        />
        <WaitNote wait={wait} />
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy} disabled={wait.isWaiting}>
          {text('sign-in.code.submit')}
        </Button>
      </form>
      <ChallengeFoot pending={state} actions={actions} />
    </>
  );
}

function useCodeError(state: CodeStepProps['state'], isShort: boolean): string | undefined {
  const text = useText();
  const { ofError } = useErrorTexts();
  if (isShort) return text('sign-in.code.missing');
  if (state.error === undefined) return undefined;
  const triesLeft = numberFact(state.error, 'tries_left');
  const words = ofError(state.error);
  return triesLeft === undefined ? words : `${words} ${text('sign-in.code.triesLeft', { count: triesLeft })}`;
}

/** The field has the focus; a wrong code is emptied, so that the next one can be typed at once. */
function useCodeInput({ error }: CodeStepProps['state']): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    if (input === null) return;
    if (error?.code === 'challenge_failed') input.value = '';
    input.focus();
  }, [error]);
  return field;
}
