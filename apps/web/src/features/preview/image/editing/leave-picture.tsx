import { useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../../ui/controls/button.tsx';
import styles from './editing.module.css';
import { useText } from './texts.ts';

interface LeavePictureProps {
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** A native dialog, because the preview is one: others would lie below it. */
export function LeavePicture({ onDiscard, onStay }: LeavePictureProps) {
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
      <h2 id={titleId}>{text('edit.leave.title')}</h2>
      <p>{text('edit.leave.text')}</p>
      <div className={styles['row']}>
        <Button onClick={onStay}>{text('edit.leave.stay')}</Button>
        <Button tone="danger" onClick={onDiscard}>
          {text('edit.leave.discard')}
        </Button>
      </div>
    </dialog>
  );
}
