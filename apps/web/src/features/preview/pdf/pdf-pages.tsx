import { type ReactNode, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useText as usePreviewText } from '../texts.ts';
import { ZoomBar, type ZoomStep } from '../zoom-bar.tsx';
import { scaleAfter } from '../zoom-scale.ts';
import type { Match } from './find/find-in-page.ts';
import type { PageMarks } from './find/mark-found.ts';
import { useFind } from './find/use-find.ts';
import { pageOfAddress } from './page-of-address.ts';
import { PageNumber } from './page-number.tsx';
import { PdfBar } from './pdf-bar.tsx';
import type { PdfDocument } from './pdf-document.ts';
import { PdfPage } from './pdf-page.tsx';
import { useRoom } from './use-room.ts';
import styles from './pdf-view.module.css';
import { Side, type SideTab } from './side/side.tsx';

interface PdfPagesProps {
  readonly pdf: PdfDocument;
  readonly ratio: number;
  readonly name: string;
  /** Shown on the first page until it is drawn. */
  readonly firstSight: ReactNode;
}

/** Number of pages that are laid out at first: more than fit in a window. */
const PAGES_FIRST = 6;

export function PdfPages({ pdf, ratio, name, firstSight }: PdfPagesProps) {
  const text = usePreviewText();
  const pages = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(1);
  const [current, setCurrent] = useState(1);
  const [side, setSide] = useState<SideTab>();
  // The first page is drawn before the other pages, perhaps a thousand, are laid out.
  const [isWhole, setWhole] = useState(() => pageOfAddress() !== undefined);
  const showAll = useCallback((): void => startTransition(() => setWhole(true)), []);
  const go = useCallback((number: number): void => {
    if (pages.current?.children[number - 1] === undefined) flushSync(() => setWhole(true));
    pages.current?.children[number - 1]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, []);
  const find = useFind(pdf, ({ page }) => {
    // The match itself scrolls into view once its page is rendered.
    const element = pages.current?.children[page - 1];
    if (element === undefined || !isVisible(element)) go(page);
  });
  const marks = useMarksByPage(find.matches, find.chosen, find.textOf);
  const room = useRoom(pages);
  usePageInAddress(current, pdf.numPages, go);
  const handleZoom = (step: ZoomStep): void => {
    const next = scaleAfter(scale, step);
    // The new size must be applied before scrolling.
    flushSync(() => setScale(next));
    if (pages.current !== null) keepPosition(pages.current, next / scale);
  };
  const total = pdf.numPages;
  const placed = isWhole ? total : Math.min(total, PAGES_FIRST);
  const numbers = Array.from({ length: placed }, (_, index) => index + 1);
  return (
    <div className={styles['documentView']}>
      <PdfBar pdf={pdf} find={find} side={side} onSide={setSide} />
      <div className={styles['desk']}>
        {side !== undefined && (
          <Side pdf={pdf} tab={side} find={find} current={current} ratio={ratio} onTab={setSide} onGo={go} />
        )}
        <div className={styles['paper']}>
          <section
            ref={pages}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- pages that scroll must be reachable by keyboard (WCAG 2.1.1)
            tabIndex={0}
            aria-label={text('preview.document', { name })}
            className={styles['pages']}
            onScroll={(event) => setCurrent(pageInTheMiddle(event.currentTarget))}
          >
            {numbers.map((number) => (
              <PdfPage
                key={number}
                pdf={pdf}
                number={number}
                scale={scale}
                room={room}
                ratio={ratio}
                label={text('preview.page', { number, total })}
                marks={marks.get(number)}
                firstSight={number === 1 ? firstSight : undefined}
                onDrawn={number === 1 ? showAll : undefined}
              />
            ))}
          </section>
          <ZoomBar scale={scale} onZoom={handleZoom}>
            <PageNumber current={current} total={total} onGo={go} />
          </ZoomBar>
        </div>
      </div>
    </div>
  );
}

/** The page in the middle of the view, or the last page when scrolled to the end. */
function pageInTheMiddle(pages: HTMLElement): number {
  const { scrollTop, clientHeight, scrollHeight, children } = pages;
  if (scrollTop + clientHeight >= scrollHeight - 1) return children.length;
  const middle = pages.getBoundingClientRect().top + clientHeight / 2;
  const after = Array.from(children).findIndex((page) => page.getBoundingClientRect().bottom >= middle);
  return after < 0 ? children.length : after + 1;
}

function keepPosition(pages: HTMLElement, by: number): void {
  const { clientWidth, clientHeight, scrollTop, scrollLeft } = pages;
  pages.scrollTo({
    top: (scrollTop + clientHeight / 2) * by - clientHeight / 2,
    left: (scrollLeft + clientWidth / 2) * by - clientWidth / 2,
    behavior: 'instant',
  });
}

function isVisible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

function useMarksByPage(
  matches: readonly Match[],
  chosen: number | undefined,
  textOf: (page: number) => PageMarks['text'] | undefined,
): ReadonlyMap<number, PageMarks> {
  return useMemo(() => {
    const byPage = Map.groupBy(matches, ({ page }) => page);
    const chosenMatch = chosen === undefined ? undefined : matches[chosen];
    return new Map(
      Array.from(byPage).flatMap(([page, found]) => {
        const text = textOf(page);
        const own = chosenMatch?.page === page ? chosenMatch : undefined;
        return text === undefined ? [] : [[page, { text, matches: found, chosen: own }] as const];
      }),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- the text of a page never changes
  }, [matches, chosen]);
}

const WRITE_PAUSE_MS = 400;

/** Opens the page named in `#page=12`, and keeps the URL at the visible page so that copied links lead there. */
function usePageInAddress(current: number, total: number, go: (page: number) => void): void {
  useEffect(() => {
    const page = pageOfAddress();
    if (page !== undefined) go(Math.min(page, total));
  }, [go, total]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const hash = current === 1 ? '' : `#page=${current}`;
      if (location.hash === hash || (hash === '' && !location.hash.startsWith('#page='))) return;
      history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`);
    }, WRITE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [current]);
}
