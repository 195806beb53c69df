import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Spinner } from '../../ui/spinner.tsx';
import { drawPage, openPdf, type PdfDocument } from './pdf-document.ts';
import styles from './preview.module.css';
import { useText } from './texts.ts';

interface PdfViewProps {
  readonly url: string;
  readonly name: string;
  readonly failed: ReactNode;
}

/** The pages of a document below each other; a page is drawn when it comes near. */
export function PdfView({ url, name, failed }: PdfViewProps) {
  const text = useText();
  const opened = usePdf(url);
  if (opened === 'failed') return failed;
  if (opened === undefined) return <Spinner size="large" label={text('preview.loading')} />;
  const numbers = Array.from({ length: opened.numPages }, (_, index) => index + 1);
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- pages that scroll must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      aria-label={text('preview.document', { name })}
      className={styles['pages']}
    >
      {numbers.map((number) => (
        <PdfPage
          key={number}
          pdf={opened}
          number={number}
          label={text('preview.page', { number, total: opened.numPages })}
        />
      ))}
    </section>
  );
}

interface PdfPageProps {
  readonly pdf: PdfDocument;
  readonly number: number;
  readonly label: string;
}

function PdfPage({ pdf, number, label }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(frame);
  useEffect(() => {
    if (!isNear || canvas.current === null || layer.current === null || frame.current === null) return;
    const abort = new AbortController();
    const target = { number, canvas: canvas.current, text: layer.current, width: frame.current.clientWidth };
    drawPage(pdf, target, abort.signal).catch((error: unknown) => {
      // A page that cannot be drawn stays blank; the others are not held up by it.
      if (!abort.signal.aborted) reportError(error);
    });
    return () => abort.abort();
  }, [pdf, number, isNear]);
  return (
    <section ref={frame} aria-label={label} className={styles['page']}>
      {/* A canvas draws text in the direction of the page around it; a document has its own. */}
      <canvas ref={canvas} dir="ltr" aria-hidden="true" />
      <div ref={layer} className={styles['textLayer']} />
    </section>
  );
}

/** The opened document; it is closed with the view. */
function usePdf(url: string): PdfDocument | 'failed' | undefined {
  const [opened, setOpened] = useState<{ readonly url: string; readonly result: PdfDocument | 'failed' }>();
  useEffect(() => {
    const abort = new AbortController();
    openPdf(url, abort.signal).then(
      (pdf) => abort.signal.aborted || setOpened({ url, result: pdf }),
      () => abort.signal.aborted || setOpened({ url, result: 'failed' }),
    );
    return () => abort.abort();
  }, [url]);
  return opened?.url === url ? opened.result : undefined;
}

/** True from the moment when the element is within a screen of being seen. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (element.current === null || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '100% 0px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
