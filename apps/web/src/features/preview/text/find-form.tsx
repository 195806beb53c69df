import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import styles from './code-sheet.module.css';
import { useText } from './texts.ts';

interface FindFormProps {
  readonly query: string;
  /** False if a search opened the form, so that the viewer keeps handling keys. */
  readonly takesFocus: boolean;
  readonly isCaseSensitive: boolean;
  /** The count of matches, or why there are none. */
  readonly status: ReactNode;
  readonly onSearch: (query: string, isCaseSensitive: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function FindForm({
  query,
  takesFocus,
  isCaseSensitive,
  status,
  onSearch,
  onStep,
  onShortcut,
  onClose,
}: FindFormProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    field.current?.select();
  }, [takesFocus]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) onStep(event.shiftKey ? -1 : 1);
    else return onShortcut(event);
    event.preventDefault();
  };
  return (
    <search className={styles['bar']}>
      <input
        ref={field}
        type="text"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('text.findField')}
        placeholder={text('text.findField')}
        value={query}
        onChange={(event) => onSearch(event.currentTarget.value, isCaseSensitive)}
        onKeyDown={handleKey}
      />
      <output className={styles['count']}>{status}</output>
      <IconButton
        icon={CaseSensitive}
        label={text('text.caseSensitive')}
        aria-pressed={isCaseSensitive}
        onClick={() => onSearch(query, !isCaseSensitive)}
      />
      <IconButton icon={ChevronUp} label={text('text.previousMatch')} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label={text('text.nextMatch')} onClick={() => onStep(1)} />
      <IconButton icon={X} label={text('text.closeFind')} onClick={onClose} />
    </search>
  );
}
