import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { FindForm } from '../find-form.tsx';
import { useText as useTextWords } from '../texts.ts';
import { useText } from './texts.ts';
import type { LargeText } from './use-large-text.ts';

const PAUSE_MS = 350;

interface LargeFindProps {
  readonly large: LargeText;
  /** Words to find at once. */
  readonly opening: string;
  readonly takesFocus: boolean;
  readonly onShow: (line: number) => void;
  readonly onShortcut: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

/** Reads the whole file again, and shows matches as they arrive. */
export function LargeFind({ large, opening, takesFocus, onShow, onShortcut, onClose }: LargeFindProps) {
  const text = useText();
  const words = useTextWords();
  const { number } = useFormats();
  const [query, setQuery] = useState(opening);
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
  const begin = useEffectEvent(() => {
    if (opening !== '') large.find({ words: opening, isCaseSensitive: false });
  });
  useEffect(() => begin(), []);
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
  return (
    <FindForm
      query={query}
      takesFocus={takesFocus}
      isCaseSensitive={isCaseSensitive}
      status={
        <>
          {found !== undefined &&
            lines.length === 0 &&
            !found.isFailed &&
            words(found.isDone ? 'text.noMatches' : 'text.loading')}
          {lines.length > 0 &&
            text(found?.isDone === true && !found.isFailed ? 'large.place' : 'large.placeSoFar', {
              current: number((current ?? 0) + 1),
              total: number(lines.length),
            })}
          {found?.isFailed === true && (
            <>
              {' '}
              {text('large.findStopped')}{' '}
              <Button tone="quiet" onClick={() => large.find({ words: query, isCaseSensitive })}>
                {text('large.retry')}
              </Button>
            </>
          )}
        </>
      }
      onSearch={search}
      onStep={step}
      onShortcut={onShortcut}
      onClose={onClose}
    />
  );
}
