import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { endFind, type Found, find, findNextOrPrevious } from './code/find.ts';
import { FindForm } from './find-form.tsx';
import { useText } from './texts.ts';

interface FindBarProps {
  readonly view: EditorView;
  /** Words to find at once, unless text is selected. */
  readonly opening: string;
  readonly takesFocus: boolean;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

export function FindBar({ view, opening, takesFocus, onShortcut, onClose }: FindBarProps) {
  const [words, setWords] = useState(() => selectedWords(view));
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [found, setFound] = useState<Found>();
  useEffect(() => () => endFind(view), [view]);
  const search = (next: string, isExact: boolean): void => {
    setWords(next);
    setCaseSensitive(isExact);
    setFound(next === '' ? undefined : find(view, { words: next, isCaseSensitive: isExact }));
  };
  const begin = useEffectEvent(() => {
    if (opening !== '' && words === '') search(opening, false);
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => begin());
    return () => cancelAnimationFrame(frame);
  }, []);
  const step = (by: 1 | -1): void => {
    if (words === '') return;
    // Words taken from the selection have not been searched for yet.
    const query = { words, isCaseSensitive };
    setFound(found === undefined ? find(view, query) : findNextOrPrevious(view, query, by));
  };
  return (
    <FindForm
      query={words}
      takesFocus={takesFocus}
      isCaseSensitive={isCaseSensitive}
      status={found !== undefined && <Count {...found} />}
      onSearch={search}
      onStep={step}
      onShortcut={onShortcut}
      onClose={onClose}
    />
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
