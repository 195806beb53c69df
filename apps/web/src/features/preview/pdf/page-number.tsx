import { type FormEvent, useId, useState } from 'react';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { useFormats } from '../../../lib/language/format.ts';
import styles from '../zoom-bar.module.css';
import { useText } from '../texts.ts';

interface PageNumberProps {
  readonly current: number;
  readonly total: number;
  readonly onGo: (number: number) => void;
}

export function PageNumber({ current, total, onGo }: PageNumberProps) {
  const text = useText();
  const { number } = useFormats();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = Number(asciiDigits(typed ?? ''));
    setTyped(undefined);
    if (wanted >= 1) onGo(Math.min(wanted, total));
  };
  return (
    <form className={styles['pageNumber']} onSubmit={handleSubmit}>
      <label htmlFor={id}>{text('preview.pageField')}</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? number(current)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <span>{text('preview.pageTotal', { total: number(total) })}</span>
    </form>
  );
}
