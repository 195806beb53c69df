import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { asciiDigits } from '../../../lib/language/digits.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import styles from './code-sheet.module.css';
import { useText } from './texts.ts';

interface GoToLineProps {
  readonly total: number;
  readonly onGo: (line: number) => void;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function GoToLine({ total, onGo, onShortcut, onClose }: GoToLineProps) {
  const text = useText();
  const { number } = useFormats();
  const [typed, setTyped] = useState('');
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const line = Number.parseInt(asciiDigits(typed), 10);
    if (line >= 1) onGo(line);
  };
  const label = text('text.lineField', { total: number(total) });
  return (
    <form className={styles['bar']} onSubmit={handleSubmit}>
      <input
        ref={focus}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return onShortcut(event);
          event.preventDefault();
          onClose();
        }}
      />
      <Button type="submit">{text('text.go')}</Button>
      <IconButton icon={X} label={text('text.closeGoToLine')} onClick={onClose} />
    </form>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
