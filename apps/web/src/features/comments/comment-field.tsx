import { LIMITS } from '@coffer/contracts';
import { type KeyboardEvent, useState } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import styles from './comments.module.css';
import { useText } from './texts.ts';

interface CommentFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly submitLabel: string;
  readonly initial: string;
  readonly isFocused?: boolean;
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  readonly onType?: (typed: string) => void;
  /** True when it was taken, which empties the field. */
  readonly onSubmit: (typed: string) => Promise<boolean>;
  /** Escape, and a button. Undefined: neither. */
  readonly onCancel?: () => void;
}

/** Ctrl+Enter sends too. */
export function CommentField(props: CommentFieldProps) {
  const { label, hint, submitLabel, initial, isFocused = false, refusal, isBusy } = props;
  const { onType, onSubmit, onCancel } = props;
  const text = useText();
  const { number } = useFormats();
  const [typed, setTyped] = useState(initial);
  const over = typed.trim().length - LIMITS.commentLengthMax;
  const isEmpty = typed.trim() === '';
  const change = (next: string): void => {
    setTyped(next);
    onType?.(next);
  };
  const submit = async (): Promise<void> => {
    if (isBusy || isEmpty || over > 0) return;
    if (await onSubmit(typed.trim())) change('');
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    if (event.key === 'Escape' && onCancel !== undefined) {
      event.preventDefault();
      onCancel();
    }
  };
  const tooLong = over > 0 ? text('comments.tooLong', { count: over, number: number(over) }) : undefined;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field label={label} hint={isEmpty ? undefined : hint} error={tooLong ?? refusal}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            dir="auto"
            value={typed}
            aria-keyshortcuts="Control+Enter"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed asks for this field
            autoFocus={isFocused}
            className={styles['field']}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={handleKey}
          />
        )}
      </Field>
      {(!isEmpty || onCancel !== undefined) && (
        <div className={styles['buttons']}>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
          {onCancel !== undefined && <Button onClick={onCancel}>{text('comments.cancel')}</Button>}
        </div>
      )}
    </form>
  );
}
