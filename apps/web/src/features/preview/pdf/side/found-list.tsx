import { useFormats } from '../../../../lib/language/format.ts';
import type { Find } from '../find/use-find.ts';
import { useText } from '../texts.ts';
import styles from './side.module.css';

const ROWS_MAX = 300;

export function FoundList({ find }: { readonly find: Find }) {
  const text = useText();
  const { number } = useFormats();
  const { words, matches, chosen, choose, isSearching } = find;
  if (words.trim() === '') return <p className={styles['none']}>{text('pdf.findFirst')}</p>;
  if (matches.length === 0) {
    return <p className={styles['none']}>{text(isSearching ? 'pdf.searching' : 'pdf.nothing')}</p>;
  }
  return (
    <ol className={styles['list']}>
      {matches.slice(0, ROWS_MAX).map(({ page, from, before, words: found, after }, index) => (
        <li key={`${page} ${from}`}>
          <button
            type="button"
            className={styles['row']}
            aria-current={index === chosen || undefined}
            onClick={() => choose(index)}
          >
            <span dir="auto" className={styles['snippet']}>
              {before}
              <mark>{found}</mark>
              {after}
            </span>
            <span className={styles['number']}>{number(page)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
