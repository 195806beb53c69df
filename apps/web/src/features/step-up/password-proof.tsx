import { LIMITS, type Person } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { useFocusOnArrival } from '../../lib/hooks/use-focus-on-arrival.ts';
import { Button } from '../../ui/controls/button.tsx';
import { KnownName } from '../../ui/marks/known-name.tsx';
import { DialogActions } from '../../ui/overlays/index.ts';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { Form } from '../../ui/page/stack.tsx';
import { useProblemMessage } from './use-problem-message.ts';
import { useText } from './texts.ts';
import type { Proof } from './use-proof.ts';

interface PasswordProofProps {
  readonly person: Person;
  readonly proof: Proof;
  readonly onClose: () => void;
}

export function PasswordProof({ person, proof, onClose }: PasswordProofProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);
  const [isMissing, setMissing] = useState(false);
  const words = useProblemMessage(proof.problem);
  const name = person.email === '' ? person.username : person.email;
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    setMissing(password === '');
    if (password !== '') await proof.givePassword(password);
    field.current?.focus();
  };
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      <p>{text('step-up.intro', { name })}</p>
      <KnownName name={name} />
      <PasswordField
        ref={field}
        name="password"
        label={text('step-up.password')}
        showLabel={text('step-up.show')}
        hideLabel={text('step-up.hide')}
        autoComplete="current-password"
        maxLength={LIMITS.passwordLengthMax}
        error={isMissing ? text('step-up.missing') : words}
      />
      <DialogActions>
        <Button onClick={onClose}>{text('step-up.cancel')}</Button>
        <Button type="submit" tone="primary" isBusy={proof.isBusy}>
          {text('step-up.submit')}
        </Button>
      </DialogActions>
    </Form>
  );
}
