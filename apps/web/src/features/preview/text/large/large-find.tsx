import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import sheet from '../code-sheet.module.css';
import { useText as useTextWords } from '../texts.ts';
import { useText } from './texts.ts';
import type { LargeText } from './use-large-text.ts';

const PAUSE_MS = 350;

interface LargeFindProps {
  readonly large: LargeText;
  readonly onShow: (line: number) => void;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

/** Reads the whole file again, and shows matches as they arrive. */
export function LargeFind({ large, onShow, onShortcut, onClose }: LargeFindProps) {
  const text = useText();
  const words = useTextWords();
  const { number } = useFormats();
  const [query, setQuery] = useState('');
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [current, setCurrent] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { found } = large;
  const lines = found?.lines ?? [];
  const search = (next: string, isExact: boolean): void => {
    setQuery(next);
    setCaseSensitive(isExact);
    setCurrent(undefined);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => large.find(next === '' ? undefined : { words: next, isCaseSensitive: isExact }),
      PAUSE_MS,
    );
  };
  const step = (by: 1 | -1): void => {
    if (lines.length === 0) return;
    const next = ((current ?? 0) + by + lines.length) % lines.length;
    setCurrent(next);
    onShow(lines[next] ?? 0);
  };
  const firstLine = lines[0];
  const showFirst = useEffectEvent(onShow);
  useEffect(() => {
    if (firstLine !== undefined) showFirst(firstLine);
  }, [firstLine]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1);
    else return onShortcut(event);
    event.preventDefault();
  };
  return (
    <search className={sheet['bar']}>
      <input
        ref={focusAndSelect}
        type="text"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={words('text.findField')}
        placeholder={words('text.findField')}
        value={query}
        onChange={(event) => search(event.currentTarget.value, isCaseSensitive)}
        onKeyDown={handleKey}
      />
      <output className={sheet['count']}>
        {found !== undefined && lines.length === 0 && words(found.isDone ? 'text.noMatches' : 'text.loading')}
        {lines.length > 0 &&
          text(found?.isDone === true ? 'large.place' : 'large.placeSoFar', {
            current: number((current ?? 0) + 1),
            total: number(lines.length),
          })}
      </output>
      <IconButton
        icon={CaseSensitive}
        label={words('text.caseSensitive')}
        aria-pressed={isCaseSensitive}
        onClick={() => search(query, !isCaseSensitive)}
      />
      <IconButton icon={ChevronUp} label={words('text.previousMatch')} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label={words('text.nextMatch')} onClick={() => step(1)} />
      <IconButton icon={X} label={words('text.closeFind')} onClick={onClose} />
    </search>
  );
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
}
