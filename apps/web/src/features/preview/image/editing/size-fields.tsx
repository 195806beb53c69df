import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { commandOf } from '../../../../lib/keys/key-of.ts';
import { asciiDigits } from '../../../../lib/language/digits.ts';
import styles from './editing.module.css';
import { type Edits, sizeOfResult } from './edits.ts';
import { useText } from './texts.ts';

interface SizeFieldsProps {
  readonly edits: Edits;
  readonly onChange: (width: number) => void;
  /** Called for the save shortcut, with the width that was typed. */
  readonly onSave: (width: number | undefined) => void;
}

/** Fields for the width and height of the result, which keep their ratio. */
export function SizeFields({ edits, onChange, onSave }: SizeFieldsProps) {
  const text = useText();
  const [typed, setTyped] = useState<{ readonly side: 'width' | 'height'; readonly value: string }>();
  const { area } = edits;
  const size = sizeOfResult(edits);
  const typedWidth = (): number | undefined => {
    const pixels = Math.round(Number(asciiDigits(typed?.value ?? '')));
    if (typed === undefined || !Number.isFinite(pixels) || pixels < 1) return undefined;
    const width = typed.side === 'width' ? pixels : Math.round((pixels * area.width) / area.height);
    return Math.max(1, Math.min(width, area.width));
  };
  const submit = (): void => {
    const width = typedWidth();
    setTyped(undefined);
    if (width !== undefined && width !== size.width) onChange(width);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (commandOf(event) !== 's') return;
    event.preventDefault();
    const width = typedWidth();
    submit();
    onSave(width);
  };
  return (
    <form className={styles['size']} onSubmit={handleSubmit} aria-label={text('edit.size')}>
      {(['width', 'height'] as const).map((side) => (
        <label key={side} className={styles['field']}>
          <span>{text(`edit.${side}`)}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed?.side === side ? typed.value : String(size[side])}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped({ side, value: event.currentTarget.value })}
            onBlur={submit}
            onKeyDown={handleKey}
          />
        </label>
      ))}
      {/* With two fields, Enter submits only if the form has a button. */}
      <button type="submit" hidden aria-label={text('edit.size')} />
      <p className={styles['note']}>{text('edit.sizeHint')}</p>
    </form>
  );
}
