import type { Person } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { updateProfile } from '../../api/session/account.ts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Form, Row } from '../../ui/page/stack.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

/** The same limit as in the API contract. */
const LENGTH_MAX = 100;

interface NameProps {
  readonly person: Person;
  readonly onChange: () => Promise<void>;
}

export function Name({ person, onChange }: NameProps) {
  const text = useText();
  const { ofFailure, ofField } = useErrorTexts();
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const save = useMutation(async (name: string) => {
    await updateProfile({ name });
    await onChange();
  });
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (save.isPending) return;
    const name = field.current?.value.trim() ?? '';
    setMissing(name === '');
    if (name === '') {
      field.current?.focus();
      return;
    }
    const { failure } = await save.run(name);
    if (failure === undefined) showToast({ tone: 'success', text: text('profile.name.saved') });
  };
  const error = save.failure === undefined ? undefined : apiErrorOf(save.failure.cause);
  const issue = ofField(error, 'name');
  return (
    <Form onSubmit={(event) => void handleSubmit(event)}>
      {issue === undefined && <Refusal words={ofFailure(save.failure)} />}
      <TextField
        ref={field}
        name="name"
        label={text('profile.name.label')}
        autoComplete="name"
        maxLength={LENGTH_MAX}
        defaultValue={person.name}
        error={isMissing ? text('profile.name.missing') : issue}
      />
      <Row>
        <Button type="submit" isBusy={save.isPending}>
          {text('profile.name.submit')}
        </Button>
      </Row>
    </Form>
  );
}
