import { CODE_CHALLENGES, type CodeChallenge, type SecondFactor } from '@coffer/contracts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { asciiDigits } from '../../lib/language/digits.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CodeField } from '../../ui/controls/code-field.tsx';
import { DialogActions } from '../../ui/overlays/index.ts';
import { Form, Stack } from '../../ui/page/stack.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import { useText } from './texts.ts';
import type { LaterStep, Proof } from './use-proof.ts';

const LENGTH_MIN = 6;
/** Challenges that are offered here. A passkey as second factor works only on the sign-in page. */
const OFFERED = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA'] as const;

interface ChallengeProps<Step extends LaterStep = LaterStep> {
  readonly step: Step;
  readonly proof: Proof;
  readonly onClose: () => void;
}

export function Challenge({ step, proof, onClose }: ChallengeProps) {
  const text = useText();
  if (step.step === 'SELECT_MFA_TYPE') return <Choice step={step} proof={proof} onClose={onClose} />;
  if (isCodeStep(step)) return <Code step={step} proof={proof} onClose={onClose} />;
  return (
    <Stack>
      <Banner tone="warning">
        <p>{text('step-up.elsewhere')}</p>
      </Banner>
      <DialogActions>
        <Button onClick={onClose}>{text('step-up.cancel')}</Button>
      </DialogActions>
    </Stack>
  );
}

type CodeStep = Extract<LaterStep, { step: CodeChallenge }>;

function isCodeStep(step: LaterStep): step is CodeStep {
  return CODE_CHALLENGES.some((challenge) => challenge === step.step);
}

function Code({ step, proof, onClose }: ChallengeProps<CodeStep>) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const [isShort, setShort] = useState(false);
  const words = useProblemMessage(proof.problem);
  useEffect(() => {
    if (field.current === null) return;
    if (proof.problem !== undefined) field.current.value = '';
    field.current.focus();
  }, [proof.problem]);
  const send = (code: string): void => {
    setShort(code.length < LENGTH_MIN);
    if (code.length >= LENGTH_MIN) {
      void proof.answer({ challenge: step.step, answerId: crypto.randomUUID(), code });
    }
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    send(asciiDigits(field.current?.value ?? ''));
  };
  const isApp = step.step === 'SOFTWARE_TOKEN_MFA';
  const destination = isApp ? null : step.destination;
  return (
    <Form onSubmit={handleSubmit}>
      {destination !== null && <p>{text('step-up.sentTo', { destination })}</p>}
      <CodeField
        ref={field}
        name="code"
        label={text(isApp ? 'step-up.appCode' : 'step-up.code')}
        length={LENGTH_MIN}
        error={isShort ? text('step-up.codeMissing') : words}
        onComplete={send}
      />
      <DialogActions>
        <Button onClick={onClose}>{text('step-up.cancel')}</Button>
        {!isApp && step.canResend && (
          <Button isBusy={proof.isBusy} onClick={() => void proof.resend()}>
            {text('step-up.again')}
          </Button>
        )}
        <Button type="submit" tone="primary" isBusy={proof.isBusy}>
          {text('step-up.submit')}
        </Button>
      </DialogActions>
    </Form>
  );
}

function Choice({ step, proof, onClose }: ChallengeProps<Extract<LaterStep, { step: 'SELECT_MFA_TYPE' }>>) {
  const text = useText();
  const words = useProblemMessage(proof.problem);
  const choose = (factor: SecondFactor): void => {
    void proof.answer({ challenge: 'SELECT_MFA_TYPE', answerId: crypto.randomUUID(), factor });
  };
  return (
    <Stack>
      <p>{text('step-up.choose')}</p>
      {words !== undefined && (
        <Banner tone="danger" isAlert>
          <p>{words}</p>
        </Banner>
      )}
      {OFFERED.filter((factor) => step.factors.includes(factor)).map((factor) => (
        <Button key={factor} isWide isBusy={proof.isBusy} onClick={() => choose(factor)}>
          {text(`step-up.factor.${factor}`)}
        </Button>
      ))}
      <DialogActions>
        <Button onClick={onClose}>{text('step-up.cancel')}</Button>
      </DialogActions>
    </Stack>
  );
}
