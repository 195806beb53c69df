import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Spinner } from '../../../ui/spinner.tsx';
import { drawPage, openPdf, type PdfDocument, ratioOfFirstPage } from './pdf-document.ts';
import { PageNumber } from './page-number.tsx';
import styles from './pdf-view.module.css';
import { useText } from '../texts.ts';
import type { ViewerProps } from '../viewer.ts';
import { ZoomBar, type ZoomStep } from '../zoom-bar.tsx';

export function PdfView({ node, content, failed }: ViewerProps) {
  const text = useText();
  const opened = usePdf(content.url);
  if (opened === 'failed') return failed;
  if (opened === undefined) return <Spinner size="large" label={text('preview.loading')} />;
  return <PdfPages {...opened} name={node.name} />;
}

/** Of an unzoomed page. */
const WIDTH_MAX = 900;
const SCALE = { min: 0.5, max: 4, step: 1.25 } as const;

function scaleAfter(scale: number, step: ZoomStep): number {
  if (step === 'fit') return 1;
  const next = step === 'in' ? scale * SCALE.step : scale / SCALE.step;
  return Math.min(SCALE.max, Math.max(SCALE.min, next));
}

function PdfPages({ pdf, ratio, name }: OpenedPdf & { readonly name: string }) {
  const text = useText();
  const pages = useRef<HTMLElement>(null);
  const [scale, setScale] = useState(1);
  const [current, setCurrent] = useState(1);
  const handleZoom = (step: ZoomStep): void => {
    const next = scaleAfter(scale, step);
    // The new size must be applied before scrolling.
    flushSync(() => setScale(next));
    if (pages.current !== null) keepPlace(pages.current, next / scale);
  };
  const total = pdf.numPages;
  const numbers = Array.from({ length: total }, (_, index) => index + 1);
  return (
    <div className={styles['documentView']}>
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
            ratio={ratio}
            label={text('preview.page', { number, total })}
          />
        ))}
      </section>
      <ZoomBar scale={scale} onZoom={handleZoom}>
        <PageNumber
          current={current}
          total={total}
          onGo={(number) => pages.current?.children[number - 1]?.scrollIntoView({ block: 'start' })}
        />
      </ZoomBar>
    </div>
  );
}

/** The page in the middle, or the last one at the end. */
function pageInTheMiddle(pages: HTMLElement): number {
  const { scrollTop, clientHeight, scrollHeight, children } = pages;
  if (scrollTop + clientHeight >= scrollHeight - 1) return children.length;
  const middle = pages.getBoundingClientRect().top + clientHeight / 2;
  const after = Array.from(children).findIndex((page) => page.getBoundingClientRect().bottom >= middle);
  return after < 0 ? children.length : after + 1;
}

function keepPlace(pages: HTMLElement, by: number): void {
  const { clientWidth, clientHeight, scrollTop, scrollLeft } = pages;
  pages.scrollTo({
    top: (scrollTop + clientHeight / 2) * by - clientHeight / 2,
    left: (scrollLeft + clientWidth / 2) * by - clientWidth / 2,
    behavior: 'instant',
  });
}

interface PdfPageProps {
  readonly pdf: PdfDocument;
  readonly number: number;
  readonly scale: number;
  readonly ratio: number;
  readonly label: string;
}

function PdfPage({ pdf, number, scale, ratio, label }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [ownRatio, setOwnRatio] = useState<number>();
  const isNear = useIsNear(frame);
  useEffect(() => {
    if (!isNear || canvas.current === null || layer.current === null || frame.current === null) return;
    const abort = new AbortController();
    const width = Math.min(frame.current.clientWidth, WIDTH_MAX * scale);
    const target = { number, canvas: canvas.current, text: layer.current, width };
    drawPage(pdf, target, abort.signal).then(setOwnRatio, (error: unknown) => {
      // A page that fails stays blank.
      if (!abort.signal.aborted) reportError(error);
    });
    return () => abort.abort();
  }, [pdf, number, isNear, scale]);
  const style = {
    inlineSize: `calc(min(100%, ${WIDTH_MAX}px) * ${scale})`,
    aspectRatio: String(ownRatio ?? ratio),
  };
  return (
    <section ref={frame} aria-label={label} className={styles['page']} style={style}>
      {/* A canvas draws text in the direction of the page around it; a document has its own. */}
      <canvas ref={canvas} dir="ltr" aria-hidden="true" />
      <div ref={layer} className={styles['textLayer']} />
    </section>
  );
}

interface OpenedPdf {
  readonly pdf: PdfDocument;
  readonly ratio: number;
}

async function openDocument(url: string, signal: AbortSignal): Promise<OpenedPdf> {
  const pdf = await openPdf(url, signal);
  return { pdf, ratio: await ratioOfFirstPage(pdf) };
}

function usePdf(url: string): OpenedPdf | 'failed' | undefined {
  const [opened, setOpened] = useState<{ readonly url: string; readonly result: OpenedPdf | 'failed' }>();
  useEffect(() => {
    const abort = new AbortController();
    openDocument(url, abort.signal).then(
      (result) => abort.signal.aborted || setOpened({ url, result }),
      () => abort.signal.aborted || setOpened({ url, result: 'failed' }),
    );
    return () => abort.abort();
  }, [url]);
  return opened?.url === url ? opened.result : undefined;
}

function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
