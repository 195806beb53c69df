import { type ReactNode, useEffect, useRef, useState } from 'react';
import { markFound, type PageMarks } from './find/mark-found.ts';
import { drawPage, type PdfDocument } from './pdf-document.ts';
import styles from './pdf-view.module.css';
import { LateSpinner } from '../fetching/loading.tsx';
import { useIsNear } from '../../../lib/hooks/use-is-near.ts';

/** Maximum width at scale 1, in CSS pixels. */
export const WIDTH_MAX = 900;

interface PdfPageProps {
  readonly pdf: PdfDocument;
  readonly number: number;
  readonly scale: number;
  /** Changes when the room for the page has changed, because a drawing does not adapt to it. */
  readonly room: number | undefined;
  readonly ratio: number;
  readonly label: string;
  readonly marks: PageMarks | undefined;
  /** Shown until the page is drawn. */
  readonly firstSight: ReactNode;
  /** Called when the page is drawn, and when drawing failed. */
  readonly onDrawn: (() => void) | undefined;
}

export function PdfPage({
  pdf,
  number,
  scale,
  room,
  ratio,
  label,
  marks,
  firstSight,
  onDrawn,
}: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [ownRatio, setOwnRatio] = useState<number>();
  const [words, setWords] = useState<readonly HTMLElement[]>([]);
  const [isDrawn, setDrawn] = useState(false);
  const isNear = useIsNear(frame);
  useEffect(() => {
    if (!isNear || canvas.current === null || layer.current === null || frame.current === null) return;
    const abort = new AbortController();
    const width = Math.min(frame.current.clientWidth, WIDTH_MAX * scale);
    const target = { number, canvas: canvas.current, text: layer.current, width };
    const draw = async (): Promise<void> => {
      const drawn = await drawPage(pdf, target, abort.signal);
      if (abort.signal.aborted) return;
      setOwnRatio(drawn.ratio);
      setWords(drawn.words);
    };
    draw()
      .catch((error: unknown) => {
        // A page that fails stays blank.
        if (!abort.signal.aborted) reportError(error);
      })
      .finally(() => {
        if (abort.signal.aborted) return;
        setDrawn(true);
        onDrawn?.();
      });
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a drawing does not adapt to its room
  }, [pdf, number, isNear, scale, room, onDrawn]);
  useEffect(() => {
    if (isNear || canvas.current === null) return;
    // A page far from the view frees the memory of its canvas.
    canvas.current.width = 0;
    canvas.current.height = 0;
    layer.current?.replaceChildren();
  }, [isNear]);
  useMarks(words, marks);
  const style = {
    inlineSize: `calc(min(100%, ${WIDTH_MAX}px) * ${scale})`,
    aspectRatio: String(ownRatio ?? ratio),
  };
  return (
    <section
      ref={frame}
      aria-label={label}
      className={styles['page']}
      style={style}
      data-drawn={isDrawn || undefined}
    >
      {/* Canvas text follows the direction of the element; the document has its own. */}
      <canvas ref={canvas} dir="ltr" aria-hidden="true" />
      <div ref={layer} className={styles['textLayer']} />
      {!isDrawn && firstSight}
      {!isDrawn && isNear && <LateSpinner />}
    </section>
  );
}

function useMarks(words: readonly HTMLElement[], marks: PageMarks | undefined): void {
  useEffect(() => {
    if (marks === undefined) return undefined;
    const { clear, chosenRange } = markFound(words, marks);
    chosenRange?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' });
    return clear;
  }, [words, marks]);
}
