import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import type { ChallengeState } from '../machine.ts';
import styles from '../sign-in.module.css';
import { useCodeError, useCodeInput } from './code-input.ts';
import { questionOf } from './question.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { useText } from './texts.ts';

export function QuestionStep(props: StepProps<ChallengeState<'CUSTOM_CHALLENGE'>>) {
  const { state, actions } = props;
  const text = useText();
  const field = useCodeInput(state.error, state.step);
  const [isEmpty, setEmpty] = useState(false);
  const [firstStep] = useState(state.step);
  const wrong = useCodeError(state.error, false);
  const { words, facts } = questionOf(state.step.parameters);
  const isCode = words === undefined && facts.length === 0;
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const answer = field.current?.value.trim() ?? '';
    setEmpty(answer === '');
    if (answer === '') field.current?.focus();
    else if (!state.isBusy) void actions.answer({ challenge: 'CUSTOM_CHALLENGE', answer });
  };
  return (
    <StepFrame
      {...props}
      title={text('sign-in.code.title')}
      intro={
        <>
          {text(isCode ? 'sign-in.question.code' : 'sign-in.question.intro')}{' '}
          <output>{state.step !== firstStep && text('sign-in.question.another')}</output>
        </>
      }
      takesFocus={false}
      showsError={false}
    >
      {facts.length > 0 && (
        <dl className={styles['facts']}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <form className={styles['form']} onSubmit={handleSubmit} noValidate>
        <TextField
          ref={field}
          name="answer"
          label={
            words === undefined
              ? text(isCode ? 'sign-in.question.codeLabel' : 'sign-in.question.label')
              : isolated(words)
          }
          autoComplete={isCode ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_048}
          error={isEmpty ? text('sign-in.question.missing') : wrong}
        />
        <Button type="submit" tone="primary" isWide isBusy={state.isBusy}>
          {text('sign-in.question.submit')}
        </Button>
      </form>
      {isCode && <p className={styles['muted']}>{text('sign-in.noResend')}</p>}
    </StepFrame>
  );
}

/** Isolates the direction of the text (UAX #9, FSI and PDI). */
function isolated(words: string): string {
  return `\u2068${words}\u2069`;
}
