import { type FormEvent, useRef } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/controls/password-field.tsx';
import styles from './pdf-view.module.css';
import { useText } from './texts.ts';

interface PasswordFormProps {
  readonly isWrong: boolean;
  readonly submit: (password: string) => void;
}

/** The password opens the file in this page and is sent nowhere. */
export function PasswordForm({ isWrong, submit }: PasswordFormProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const password = field.current?.value ?? '';
    if (password === '') field.current?.focus();
    else submit(password);
  };
  return (
    <form className={styles['locked']} onSubmit={handleSubmit}>
      <h2>{text('pdf.locked')}</h2>
      <PasswordField
        ref={field}
        label={text('pdf.password')}
        showLabel={text('pdf.showPassword')}
        hideLabel={text('pdf.hidePassword')}
        hint={text('pdf.passwordHint')}
        error={isWrong ? text('pdf.wrongPassword') : undefined}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only thing to do on this page
        autoFocus
      />
      <Button type="submit" tone="primary">
        {text('pdf.unlock')}
      </Button>
    </form>
  );
}
