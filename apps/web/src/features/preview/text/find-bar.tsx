import type { EditorView } from '@codemirror/view';
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import styles from './code-sheet.module.css';
import { endFind, type Found, find, findNextOrPrevious } from './code/find.ts';
import { useText } from './texts.ts';

interface FindBarProps {
  readonly view: EditorView;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function FindBar({ view, onShortcut, onClose }: FindBarProps) {
  const text = useText();
  const [words, setWords] = useState(() => selectedWords(view));
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [found, setFound] = useState<Found>();
  useEffect(() => () => endFind(view), [view]);
  const search = (next: string, isExact: boolean): void => {
    setWords(next);
    setCaseSensitive(isExact);
    setFound(next === '' ? undefined : find(view, { words: next, isCaseSensitive: isExact }));
  };
  const step = (by: 1 | -1): void => {
    if (words === '') return;
    // The selected text was not searched for yet.
    const query = { words, isCaseSensitive };
    setFound(found === undefined ? find(view, query) : findNextOrPrevious(view, query, by));
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1);
    else return onShortcut(event);
    event.preventDefault();
  };
  return (
    <search className={styles['bar']}>
      <input
        ref={focusAndSelect}
        type="text"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('text.findField')}
        placeholder={text('text.findField')}
        value={words}
        onChange={(event) => search(event.currentTarget.value, isCaseSensitive)}
        onKeyDown={handleKey}
      />
      <output className={styles['count']}>{found !== undefined && <Count {...found} />}</output>
      <IconButton
        icon={CaseSensitive}
        label={text('text.caseSensitive')}
        aria-pressed={isCaseSensitive}
        onClick={() => search(words, !isCaseSensitive)}
      />
      <IconButton icon={ChevronUp} label={text('text.previousMatch')} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label={text('text.nextMatch')} onClick={() => step(1)} />
      <IconButton icon={X} label={text('text.closeFind')} onClick={onClose} />
    </search>
  );
}

function Count({ total, current, isMore }: Found) {
  const text = useText();
  const { number } = useFormats();
  if (total === 0) return text('text.noMatches');
  if (isMore) return text('text.matchesMany', { total: number(total) });
  return text('text.matches', { current: number(current), total: number(total) });
}

function selectedWords({ state }: EditorView): string {
  const { from, to } = state.selection.main;
  const words = state.sliceDoc(from, Math.min(to, from + 200));
  return words.includes('\n') ? '' : words;
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
