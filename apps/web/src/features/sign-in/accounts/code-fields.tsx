import { useRef } from 'react';
import { useFocusOnArrival } from '../../../lib/hooks/use-focus-on-arrival.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { useText } from './texts.ts';

const CODE = /^\d{4,10}$/;

interface CodeFieldsProps {
  /** The username that was typed before. Empty after a reload. */
  readonly username: string;
  readonly wanting: readonly string[];
  readonly codeError: string | undefined;
}

export function CodeFields({ username, wanting, codeError }: CodeFieldsProps) {
  const text = useText();
  const name = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  useFocusOnArrival(username === '' ? name : code);
  return (
    <>
      <TextField
        ref={name}
        name="username"
        label={text('accounts.email')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        defaultValue={username}
        error={wanting.includes('username') ? text('accounts.emailWrong') : undefined}
      />
      <TextField
        ref={code}
        name="code"
        label={text('accounts.code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
        error={wanting.includes('code') ? text('accounts.codeMissing') : codeError}
      />
    </>
  );
}

/** Names of the fields that are missing or malformed. */
export function missingOf({
  username,
  code,
}: {
  readonly username: string;
  readonly code: string;
}): string[] {
  return [...(username === '' ? ['username'] : []), ...(CODE.test(code) ? [] : ['code'])];
}
