import { LIMITS } from '@coffer/contracts';
import { type Ref, useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Checklist } from '../../../ui/controls/checklist.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import { useText } from './texts.ts';

interface NewPasswordFieldProps {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly isRefusedAsShort: boolean;
  readonly error: string | undefined;
  readonly refusal: ApiError | undefined;
}

/** Counts characters as the server does. */
export function isPasswordLongEnough(password: string): boolean {
  return password.length >= LIMITS.passwordLengthMin;
}

/** Only the length of the password enters React state. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { ref, label, isRefusedAsShort, error, refusal } = props;
  const text = useText();
  const { number } = useFormats();
  const [length, setLength] = useState(0);
  const isLong = length >= LIMITS.passwordLengthMin;
  const wasCommon = refusal?.issues.some((issue) => issue.code === 'password_common') ?? false;
  return (
    <PasswordField
      ref={ref}
      label={label}
      showLabel={text('sign-in.new.show')}
      hideLabel={text('sign-in.new.hide')}
      name="new-password"
      autoComplete="new-password"
      maxLength={LIMITS.passwordLengthMax}
      onInput={(event) => setLength(event.currentTarget.value.length)}
      error={error ?? (isRefusedAsShort && !isLong ? text('sign-in.rule.short') : undefined)}
      hint={
        <>
          <p>{text('sign-in.rule.free')}</p>
          <Checklist
            doneLabel={text('sign-in.rule.met')}
            failedLabel={text('sign-in.rule.unmet')}
            items={[
              {
                id: 'length',
                text: text('sign-in.rule.length', { count: LIMITS.passwordLengthMin, now: number(length) }),
                state: isLong ? 'done' : 'open',
              },
              { id: 'common', text: text('sign-in.rule.common'), state: wasCommon ? 'failed' : 'server' },
            ]}
          />
        </>
      }
    />
  );
}
