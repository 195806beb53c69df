import { useEffect, useRef, useState } from 'react';
import type { PdfDocument } from './pdf-document.ts';
import { PAGES_PRINTED_MAX, printPages } from './print-pages.ts';

interface Printing {
  /** Number of the page being rendered. Undefined unless printing. */
  readonly page: number | undefined;
  readonly total: number;
  readonly print: () => void;
  readonly stop: () => void;
}

export function usePrinting(pdf: PdfDocument): Printing {
  const [page, setPage] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const print = async (): Promise<void> => {
    if (running.current !== undefined) return;
    const abort = new AbortController();
    running.current = abort;
    const [ended] = await Promise.allSettled([printPages(pdf, setPage, abort.signal)]);
    running.current = undefined;
    setPage(undefined);
    if (ended.status === 'rejected' && !abort.signal.aborted) reportError(ended.reason);
  };
  return {
    page,
    total: Math.min(pdf.numPages, PAGES_PRINTED_MAX),
    print: () => void print(),
    stop: () => running.current?.abort(),
  };
}
