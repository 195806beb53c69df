import { ChevronDown, ChevronUp, PanelLeft, Printer } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { commandOf } from '../../../lib/keys/key-of.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { FindField } from '../frame/find-field.tsx';
import type { Find } from './find/use-find.ts';
import type { PdfDocument } from './pdf-document.ts';
import styles from './pdf-view.module.css';
import { PAGES_PRINTED_MAX } from './print-pages.ts';
import type { SideTab } from './side/side.tsx';
import { useText } from './texts.ts';
import { usePrinting } from './use-printing.ts';
import { isOverViewer } from '../use-viewer-keys.ts';

interface PdfBarProps {
  readonly pdf: PdfDocument;
  readonly find: Find;
  readonly side: SideTab | undefined;
  readonly onSide: (side: SideTab | undefined) => void;
}

export function PdfBar({ pdf, find, side, onSide }: PdfBarProps) {
  const text = useText();
  const { number } = useFormats();
  const bar = useRef<HTMLDivElement>(null);
  const printing = usePrinting(pdf);
  const { words, matches, chosen, choose } = find;
  const count = matches.length;
  const step = (by: 1 | -1): void => {
    if (count > 0) choose(((chosen ?? (by === 1 ? -1 : count)) + by + count) % count);
  };
  const status = useFindStatus(find);
  useShortcuts(bar, printing.print);
  return (
    <div ref={bar} className={styles['bar']} data-own-keys>
      <IconButton
        icon={PanelLeft}
        isMirrored
        label={text('pdf.side')}
        aria-expanded={side !== undefined}
        onClick={() => onSide(side === undefined ? 'contents' : undefined)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field steps through the matches */}
      <div
        className={styles['find']}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      >
        <FindField
          label={text('pdf.find')}
          value={words}
          onValue={(value) => {
            find.setWords(value);
            if (side !== undefined && value !== '') onSide('found');
          }}
        />
      </div>
      {words.trim() !== '' && (
        <>
          <span className={styles['status']}>
            {chosen === undefined
              ? status
              : text('pdf.place', { index: number(chosen + 1), total: number(count) })}
          </span>
          <IconButton
            icon={ChevronUp}
            label={text('pdf.previous')}
            disabled={count === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={text('pdf.next')}
            disabled={count === 0}
            onClick={() => step(1)}
          />
        </>
      )}
      <span className={styles['space']} />
      {printing.page !== undefined && (
        <>
          <output className={styles['status']}>
            {text('pdf.printing', { page: number(printing.page), total: number(printing.total) })}
          </output>
          <Button tone="quiet" onClick={printing.stop}>
            {text('pdf.stop')}
          </Button>
        </>
      )}
      <IconButton
        icon={Printer}
        label={
          pdf.numPages > PAGES_PRINTED_MAX
            ? text('pdf.printFirst', { pages: number(PAGES_PRINTED_MAX) })
            : text('pdf.print')
        }
        disabled={printing.page !== undefined}
        onClick={printing.print}
      />
    </div>
  );
}

function useFindStatus({ words, matches, isSearching }: Find): string {
  const text = useText();
  const { number } = useFormats();
  const count = matches.length;
  const status =
    words.trim() === ''
      ? ''
      : isSearching && count === 0
        ? text('pdf.searching')
        : count === 0
          ? text('pdf.nothing')
          : text('pdf.matches', { count, number: number(count) });
  useEffect(() => {
    if (status !== '' && !isSearching) announce(status);
  }, [status, isSearching]);
  return status;
}

/** Ctrl+F searches the whole document; the browser's own search only covers rendered pages. */
function useShortcuts(bar: { readonly current: HTMLElement | null }, print: () => void): void {
  const latest = useRef(print);
  useEffect(() => {
    latest.current = print;
  });
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent): void => {
      const command = commandOf(event);
      if ((command !== 'f' && command !== 'p') || isOverViewer(event.target)) return;
      event.preventDefault();
      if (command === 'p') latest.current();
      else bar.current?.querySelector('input')?.select();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [bar]);
}
