import { type FormEvent, useState } from 'react';
import { asciiDigits } from '../../../../lib/language/digits.ts';
import styles from './editing.module.css';
import { type Edits, sizeOfResult } from './edits.ts';
import { useText } from './texts.ts';

interface SizeFieldsProps {
  readonly edits: Edits;
  readonly onChange: (width: number) => void;
}

/** Fields for the width and height of the result, which keep their ratio. */
export function SizeFields({ edits, onChange }: SizeFieldsProps) {
  const text = useText();
  const [typed, setTyped] = useState<{ readonly side: 'width' | 'height'; readonly value: string }>();
  const { area } = edits;
  const size = sizeOfResult(edits);
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    const pixels = Math.round(Number(asciiDigits(typed?.value ?? '')));
    setTyped(undefined);
    if (typed === undefined || !Number.isFinite(pixels) || pixels < 1) return;
    const width = typed.side === 'width' ? pixels : Math.round((pixels * area.width) / area.height);
    const clamped = Math.max(1, Math.min(width, area.width));
    if (clamped !== size.width) onChange(clamped);
  };
  return (
    <form className={styles['size']} onSubmit={submit} aria-label={text('edit.size')}>
      {(['width', 'height'] as const).map((side) => (
        <label key={side} className={styles['field']}>
          <span>{text(`edit.${side}`)}</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={typed?.side === side ? typed.value : String(size[side])}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped({ side, value: event.currentTarget.value })}
            onBlur={() => submit()}
          />
        </label>
      ))}
      {/* With two fields, Enter submits only if the form has a button. */}
      <button type="submit" hidden aria-label={text('edit.size')} />
      <p className={styles['note']}>{text('edit.sizeHint')}</p>
    </form>
  );
}
