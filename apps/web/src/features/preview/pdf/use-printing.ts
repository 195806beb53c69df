import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import type { PdfDocument } from './pdf-document.ts';
import { usePrint } from '../find/use-print.ts';
import { PAGES_PRINTED_MAX, printPages } from './print-pages.ts';
import { useText } from './texts.ts';

interface Printing {
  /** Number of the page being rendered. Undefined unless printing. */
  readonly page: number | undefined;
  readonly total: number;
  readonly print: () => void;
  readonly stop: () => void;
}

export function usePrinting(pdf: PdfDocument): Printing {
  const text = useText();
  const { number } = useFormats();
  const printOrSay = usePrint();
  const [page, setPage] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const undrawn = (each: number): string => text('pdf.notPrinted', { page: number(each) });
  const print = async (): Promise<void> => {
    if (running.current !== undefined) return;
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    await printOrSay(async () => {
      const [ended] = await Promise.allSettled([printPages(pdf, { onPage: setPage, undrawn, signal })]);
      if (ended.status === 'rejected' && !signal.aborted) throw ended.reason;
    });
    running.current = undefined;
    setPage(undefined);
  };
  return {
    page,
    total: Math.min(pdf.numPages, PAGES_PRINTED_MAX),
    print: () => void print(),
    stop: () => running.current?.abort(),
  };
}
