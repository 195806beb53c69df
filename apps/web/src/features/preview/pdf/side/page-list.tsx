import { useEffect, useRef } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { drawThumbnail, type PdfDocument } from '../pdf-document.ts';
import { useText } from '../texts.ts';
import { useIsNear } from '../../../../lib/hooks/use-is-near.ts';
import styles from './side.module.css';

interface PageListProps {
  readonly pdf: PdfDocument;
  readonly current: number;
  readonly ratio: number;
  readonly onGo: (page: number) => void;
}

export function PageList({ pdf, current, ratio, onGo }: PageListProps) {
  const text = useText();
  const { number } = useFormats();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.children[current - 1]?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [current]);
  return (
    <ol ref={list} className={styles['pages']}>
      {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((page) => (
        <li key={page}>
          <button
            type="button"
            className={styles['thumb']}
            aria-label={text('pdf.toPage', { number: number(page) })}
            aria-current={page === current || undefined}
            onClick={() => onGo(page)}
          >
            <Thumbnail pdf={pdf} page={page} ratio={ratio} />
            <span aria-hidden="true">{number(page)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const WIDTH = 120;

function Thumbnail({
  pdf,
  page,
  ratio,
}: {
  readonly pdf: PdfDocument;
  readonly page: number;
  readonly ratio: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(canvas);
  useEffect(() => {
    const element = canvas.current;
    if (!isNear || element === null) return;
    const abort = new AbortController();
    drawThumbnail(pdf, { number: page, canvas: element, width: WIDTH }, abort.signal).catch(
      (error: unknown) => {
        // A page that fails stays blank.
        if (!abort.signal.aborted) reportError(error);
      },
    );
    return () => {
      abort.abort();
      element.width = 0;
    };
  }, [pdf, page, isNear]);
  return <canvas ref={canvas} dir="ltr" style={{ aspectRatio: String(ratio) }} />;
}
