import { ChevronDown, ChevronUp, Printer, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { commandOf, holdsCommand, keyOf } from '../../../lib/keys/key-of.ts';
import type { Found } from '../../../lib/find/finder.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import styles from './find-tools.module.css';
import './highlights.css';
import { useText } from './texts.ts';
import { useFindWords } from '../find-words.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';

export interface FindTarget {
  readonly find: (words: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly end: () => void;
  readonly print: () => void;
}

interface FindToolsProps {
  readonly target: FindTarget;
  readonly found: Found | undefined;
  /** False until the document is drawn. */
  readonly isReady?: boolean;
}

/**
 * Finds and prints within the document, because the browser's own commands act on the whole page. Needs a positioned
 * parent.
 */
export function FindTools({ target, found, isReady = true }: FindToolsProps) {
  const text = useText();
  const opening = useFindWords();
  const [words, setWords] = useState(opening);
  const [isOpen, setOpen] = useState(opening !== '');
  /** Whether the person opened the find bar, so that its field takes the focus. */
  const [isAsked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const search = (next: string): void => {
    setWords(next);
    target.find(next);
  };
  const open = (): void => {
    setOpen(true);
    setAsked(true);
    if (words !== '') target.find(words);
  };
  const close = (): void => {
    setOpen(false);
    setAsked(false);
    target.end();
    button.current?.focus();
  };
  const begin = useEffectEvent(() => {
    if (opening !== '' && isOpen) target.find(words);
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
  useViewerKeys((event) => {
    const command = commandOf(event);
    if (command !== 'f' && command !== 'p' && command !== 'g') return;
    event.preventDefault();
    if (command === 'p') target.print();
    else if (command === 'g' && isOpen) target.step(1);
    else open();
  });
  return (
    <div className={styles['tools']}>
      <IconButton
        ref={button}
        icon={Search}
        label={text('find.find')}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : open())}
      />
      <IconButton icon={Printer} label={text('find.print')} onClick={target.print} />
      {isOpen && (
        <FindBar
          words={words}
          found={found}
          target={target}
          takesFocus={isAsked}
          onWords={search}
          onClose={close}
        />
      )}
    </div>
  );
}

interface FindBarProps {
  readonly words: string;
  readonly found: Found | undefined;
  readonly target: FindTarget;
  readonly takesFocus: boolean;
  readonly onWords: (words: string) => void;
  readonly onClose: () => void;
}

function FindBar({ words, found, target, takesFocus, onWords, onClose }: FindBarProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus();
    field.current?.select();
  }, [takesFocus]);
  const status = useStatus(words, found);
  const isNothing = found === undefined || found.total === 0;
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    const key = holdsCommand(event) ? keyOf(event) : undefined;
    const by = event.shiftKey ? -1 : 1;
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) target.step(by);
    else if (event.key === 'Escape') onClose();
    else if (key?.toLowerCase() === 'g') target.step(by);
    else if (key === 'f') event.currentTarget.select();
    else if (key === 'p') target.print();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles['bar']} data-own-keys>
      <input
        ref={field}
        type="text"
        dir="auto"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={text('find.field')}
        placeholder={text('find.field')}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <span className={styles['status']}>{status}</span>
      <IconButton
        icon={ChevronUp}
        label={text('find.previous')}
        disabled={isNothing}
        onClick={() => target.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={text('find.next')}
        disabled={isNothing}
        onClick={() => target.step(1)}
      />
      <IconButton icon={X} label={text('find.close')} onClick={onClose} />
    </search>
  );
}

function useStatus(words: string, found: Found | undefined): string {
  const text = useText();
  const { number } = useFormats();
  let status = '';
  if (words.trim() !== '' && found !== undefined) {
    const facts = { current: number(found.current), total: number(found.total) };
    status =
      found.total === 0 ? text('find.nothing') : text(found.isMore ? 'find.placeMany' : 'find.place', facts);
  }
  useEffect(() => {
    if (status !== '') announce(status);
  }, [status]);
  return status;
}
