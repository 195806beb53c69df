import { LIMITS, type Person } from '@coffer/contracts';
import { type FormEvent, useRef, useState } from 'react';
import { changePassword } from '../../api/session/account.ts';
import { type ApiError, apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useMutation } from '../../api/calls/use-mutation.ts';
import { useQueryCache } from '../../api/calls/use-query.ts';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { Checklist } from '../../ui/controls/checklist.tsx';
import { KnownName } from '../../ui/marks/known-name.tsx';
import { PasswordField } from '../../ui/controls/password-field.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Form, Row } from '../../ui/page/stack.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useText } from './texts.ts';

/** Uncontrolled fields: passwords never enter React state. */
export function Password({ person }: { readonly person: Person }) {
  const text = useText();
  const { ofFailure, ofIssue } = useErrorTexts();
  const cache = useQueryCache();
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<HTMLInputElement>(null);
  const after = useRef<HTMLInputElement>(null);
  const others = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState(0);
  const [missing, setMissing] = useState<'before' | 'after'>();
  const change = useMutation(() =>
    changePassword(cache, {
      previousPassword: before.current?.value ?? '',
      newPassword: after.current?.value ?? '',
      endsOtherSessions: others.current?.checked ?? true,
    }),
  );
  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (change.isPending) return;
    const fault = faultOf(before.current?.value ?? '', after.current?.value ?? '');
    setMissing(fault);
    if (fault !== undefined) {
      (fault === 'before' ? before : after).current?.focus();
      return;
    }
    const { data, failure } = await change.run();
    if (failure !== undefined) {
      (apiErrorOf(failure.cause).code === 'sign_in_failed' ? before : after).current?.focus();
      return;
    }
    form.current?.reset();
    setLength(0);
    showToast({ tone: 'success', text: text('security.password.changed', { count: data ?? 0 }) });
  };
  const error = change.failure === undefined ? undefined : apiErrorOf(change.failure.cause);
  const isWrong = error?.code === 'sign_in_failed';
  const issue = issueOf(error);
  return (
    <Form ref={form} onSubmit={(event) => void handleSubmit(event)}>
      {!isWrong && issue === undefined && <Refusal words={ofFailure(change.failure)} />}
      <KnownName name={person.email === '' ? person.username : person.email} />
      <PasswordField
        ref={before}
        name="current-password"
        label={text('security.password.before')}
        showLabel={text('security.password.show')}
        hideLabel={text('security.password.hide')}
        autoComplete="current-password"
        maxLength={LIMITS.passwordLengthMax}
        error={
          missing === 'before'
            ? text('security.password.missing')
            : isWrong
              ? text('security.password.wrong')
              : undefined
        }
      />
      <PasswordField
        ref={after}
        name="new-password"
        label={text('security.password.after')}
        showLabel={text('security.password.show')}
        hideLabel={text('security.password.hide')}
        autoComplete="new-password"
        maxLength={LIMITS.passwordLengthMax}
        onInput={(event) => setLength(event.currentTarget.value.length)}
        error={
          missing === 'after' && length < LIMITS.passwordLengthMin
            ? text('security.password.short')
            : issue && ofIssue(issue)
        }
        hint={<Rules length={length} wasCommon={issue === 'password_common'} />}
      />
      <Checkbox ref={others} name="ends-others" defaultChecked>
        {text('security.password.others')}
      </Checkbox>
      <Row>
        <Button type="submit" tone="primary" isBusy={change.isPending}>
          {text('security.password.submit')}
        </Button>
      </Row>
    </Form>
  );
}

function Rules({ length, wasCommon }: { readonly length: number; readonly wasCommon: boolean }) {
  const text = useText();
  const { number } = useFormats();
  const count = LIMITS.passwordLengthMin;
  return (
    <Checklist
      doneLabel={text('security.password.met')}
      failedLabel={text('security.password.unmet')}
      items={[
        {
          id: 'length',
          text: text('security.password.length', { count, now: number(length) }),
          state: length >= count ? 'done' : 'open',
        },
        { id: 'common', text: text('security.password.common'), state: wasCommon ? 'failed' : 'server' },
      ]}
    />
  );
}

function faultOf(before: string, after: string): 'before' | 'after' | undefined {
  if (before === '') return 'before';
  return after.length < LIMITS.passwordLengthMin ? 'after' : undefined;
}

function issueOf(error: ApiError | undefined) {
  return error?.issues.find(({ path }) => path === 'password' || path === 'newPassword')?.code;
}
