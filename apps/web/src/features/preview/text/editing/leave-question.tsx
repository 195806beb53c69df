import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import { useText } from '../texts.ts';
import styles from './text-editor.module.css';

interface LeaveQuestionProps {
  readonly isSaving: boolean;
  readonly onSave: () => Promise<void>;
  readonly onDiscard: () => Promise<void>;
  readonly onStay: () => void;
}

/** A native dialog, because the preview is one: others would lie below it. */
export function LeaveQuestion({ isSaving, onSave, onDiscard, onStay }: LeaveQuestionProps) {
  const text = useText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['question']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onStay();
      }}
    >
      <h2 id={titleId}>{text('editor.leave.title')}</h2>
      <p>{text('editor.leave.text')}</p>
      <div className={styles['choices']}>
        <Button onClick={onStay}>{text('editor.leave.stay')}</Button>
        <Button onClick={() => void onDiscard()}>{text('editor.leave.discard')}</Button>
        <Button tone="primary" isBusy={isSaving} onClick={() => void onSave()}>
          {text('editor.leave.save')}
        </Button>
      </div>
    </dialog>
  );
}
