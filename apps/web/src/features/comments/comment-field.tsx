import { LIMITS, type NodeId } from '@coffer/contracts';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useFormats } from '../../lib/language/format.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { lazy, Suspense } from '../../ui/loading/lazy.tsx';
import styles from './comments.module.css';
import type { Mentioned } from './mentions/mention-text.ts';
import { useMentions, type Written } from './mentions/use-mentions.ts';
import { useText } from './texts.ts';

const MentionList = lazy(
  async () => ({ default: (await import('./mentions/mention-list.tsx')).MentionList }),
  true,
);

interface CommentFieldProps {
  readonly nodeId: NodeId;
  readonly writers: readonly Mentioned[];
  readonly label: string;
  readonly hint?: string;
  readonly submitLabel: string;
  readonly written: Written;
  readonly isFocused?: boolean;
  readonly refusal: string | undefined;
  readonly isBusy: boolean;
  /** Whether the field takes no text while the comment is being sent. */
  readonly isLockedWhileBusy?: boolean;
  readonly onType: (written: Written) => void;
  readonly onSubmit: (written: Written) => void;
  /** Called by Escape and by a button. Without it, neither is available. */
  readonly onCancel?: () => void;
}

/** A field for a comment. Ctrl+Enter also sends, and `@` mentions people. */
export function CommentField(props: CommentFieldProps) {
  const { nodeId, writers, label, hint, submitLabel, written, isFocused = false, refusal, isBusy } = props;
  const { isLockedWhileBusy = false, onType, onSubmit, onCancel } = props;
  const isLocked = isLockedWhileBusy && isBusy;
  const text = useText();
  const { number } = useFormats();
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const typed = written.text;
  const over = typed.trim().length - LIMITS.commentLengthMax;
  const isEmpty = typed.trim() === '';
  const mentions = useMentions(field, written, onType);
  const submit = (): void => {
    if (!isBusy && !isEmpty && over <= 0) onSubmit({ text: typed.trim(), mentions: written.mentions });
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || isLocked) return;
    if (mentions.press(event)) {
      event.preventDefault();
      // Escape closes the list, but nothing around it.
      event.stopPropagation();
      return;
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
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
        submit();
      }}
    >
      <Field
        label={label}
        hint={isEmpty || mentions.activeId !== undefined ? undefined : hint}
        error={tooLong ?? refusal}
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            rows={2}
            dir="auto"
            value={typed}
            readOnly={isLocked}
            aria-autocomplete="list"
            aria-controls={mentions.activeId === undefined ? undefined : listId}
            aria-activedescendant={mentions.activeId}
            aria-keyshortcuts="Control+Enter"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the pressed button asks for this field
            autoFocus={isFocused}
            className={styles['field']}
            onChange={({ currentTarget }) => mentions.type(currentTarget.value, currentTarget.selectionStart)}
            onSelect={({ currentTarget }) => mentions.moveCaret(currentTarget.selectionStart)}
            onKeyDown={handleKey}
          />
        )}
      </Field>
      {mentions.open !== undefined && (
        <Suspense fallback={null}>
          <MentionList
            id={listId}
            nodeId={nodeId}
            query={mentions.open.query}
            writers={writers}
            handle={mentions.list}
            onActive={mentions.setActiveId}
            onChoose={mentions.choose}
          />
        </Suspense>
      )}
      {(!isEmpty || onCancel !== undefined) && (
        <div className={styles['buttons']}>
          <Button type="submit" tone="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
          {onCancel !== undefined && (
            <Button isOff={isLocked} onClick={onCancel}>
              {text('comments.cancel')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
