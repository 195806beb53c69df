import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFindWords } from '../../find-words.ts';
import type { PdfDocument } from '../pdf-document.ts';
import { findInPage, type Match, type PageText, pageTextOf } from './find-in-page.ts';

const MATCHES_MAX = 1_000;
const PAUSE_MS = 250;

export interface Find {
  readonly words: string;
  readonly setWords: (words: string) => void;
  readonly matches: readonly Match[];
  /** Index of the selected match. */
  readonly chosen: number | undefined;
  readonly choose: (index: number) => void;
  readonly isSearching: boolean;
  readonly textOf: (page: number) => PageText | undefined;
}

/** Reads page by page, so that the first matches appear at once. */
export function useFind(pdf: PdfDocument, onChosen: (match: Match) => void): Find {
  const opening = useFindWords();
  const [words, setWords] = useState(opening);
  const [found, setFound] = useState<{ words: string; matches: readonly Match[]; isDone: boolean }>({
    words: '',
    matches: [],
    isDone: true,
  });
  const [chosen, setChosen] = useState<number>();
  const texts = useRef(new Map<number, PageText>());
  const isOpening = useRef(opening !== '');
  const showFirst = useEffectEvent((first: Match) => {
    if (!isOpening.current) return;
    isOpening.current = false;
    setChosen(0);
    onChosen(first);
  });
  useEffect(() => {
    const abort = new AbortController();
    const search = async (): Promise<void> => {
      let matches: readonly Match[] = [];
      for (let page = 1; page <= pdf.numPages && matches.length < MATCHES_MAX; page += 1) {
        const text = texts.current.get(page) ?? (await readPage(pdf, page));
        if (abort.signal.aborted) return;
        texts.current.set(page, text);
        const here = findInPage(text, words, { page, max: MATCHES_MAX - matches.length });
        if (here.length === 0) continue;
        matches = [...matches, ...here];
        setFound({ words, matches, isDone: false });
        if (matches[0] !== undefined) showFirst(matches[0]);
      }
      setFound({ words, matches, isDone: true });
    };
    const timer = setTimeout(() => {
      setChosen(undefined);
      // A damaged page ends the search with the results so far.
      if (words.trim() === '') setFound({ words, matches: [], isDone: true });
      else
        search().catch(() => abort.signal.aborted || setFound((last) => ({ ...last, words, isDone: true })));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [pdf, words]);
  const matches = found.words === words ? found.matches : [];
  return {
    words,
    setWords: (next) => {
      isOpening.current = false;
      setWords(next);
    },
    matches,
    chosen,
    choose: (index) => {
      const match = matches[index];
      if (match === undefined) return;
      setChosen(index);
      onChosen(match);
    },
    isSearching: words.trim() !== '' && (found.words !== words || !found.isDone),
    textOf: (page) => texts.current.get(page),
  };
}

async function readPage(pdf: PdfDocument, number: number): Promise<PageText> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return pageTextOf(items.flatMap((item) => ('str' in item ? [{ str: item.str, hasEOL: item.hasEOL }] : [])));
}
