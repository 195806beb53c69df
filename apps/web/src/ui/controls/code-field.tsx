import { type ChangeEvent, type ComponentProps, type ReactNode, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { asciiDigits } from '../../lib/language/digits.ts';
import styles from './field.module.css';
import { Field } from './field.tsx';

interface CodeFieldProps extends Pick<ComponentProps<'input'>, 'name' | 'ref' | 'autoFocus' | 'disabled'> {
  readonly label: string;
  readonly length: number;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Called for each complete code that differs from the last one. */
  readonly onComplete?: (code: string) => void;
}

/** A single input, so that paste and autofill work. Accepts digits of all scripts. */
export function CodeField({ label, length, hint, error, onComplete, ...input }: CodeFieldProps) {
  const lastSent = useRef('');
  const handleChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const code = asciiDigits(event.target.value).slice(0, length);
    event.target.value = code;
    if (code.length === length && code !== lastSent.current) {
      lastSent.current = code;
      onComplete?.(code);
    }
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          onChange={handleChange}
          className={classes(styles['input'], styles['code'])}
        />
      )}
    </Field>
  );
}
