import { useEffect, useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import type { PdfDocument } from '../pdf-document.ts';
import { useText } from '../texts.ts';
import { type Chapter, readOutline } from './read-outline.ts';
import styles from './side.module.css';

interface ContentsProps {
  readonly pdf: PdfDocument;
  readonly current: number;
  readonly onGo: (page: number) => void;
}

export function Contents({ pdf, current, onGo }: ContentsProps) {
  const text = useText();
  const { number } = useFormats();
  const [chapters, setChapters] = useState<readonly Chapter[]>();
  useEffect(() => {
    let isOver = false;
    readOutline(pdf).then(
      (read) => isOver || setChapters(read),
      () => isOver || setChapters([]),
    );
    return () => {
      isOver = true;
    };
  }, [pdf]);
  if (chapters === undefined) return <Spinner label={text('pdf.reading')} />;
  if (chapters.length === 0) return <p className={styles['none']}>{text('pdf.noContents')}</p>;
  const here = chapters.findLastIndex(({ page }) => page !== undefined && page <= current);
  return (
    <ol className={styles['list']}>
      {chapters.map(({ title, depth, page }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the outline never changes, and titles repeat
        <li key={index}>
          <button
            type="button"
            className={styles['row']}
            style={{ paddingInlineStart: `calc(var(--space-12) + ${depth} * var(--space-16))` }}
            disabled={page === undefined}
            aria-current={index === here || undefined}
            onClick={() => page !== undefined && onGo(page)}
          >
            <span dir="auto">{title}</span>
            {page !== undefined && <span className={styles['number']}>{number(page)}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
