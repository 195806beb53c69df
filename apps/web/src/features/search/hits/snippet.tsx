import type { SearchHit } from '@coffer/contracts';
import styles from './hits.module.css';
import { markedPieces } from './marked-pieces.tsx';

/** Text of the file around the first match. */
export function Snippet({ snippet }: { readonly snippet: NonNullable<SearchHit['snippet']> }) {
  return (
    <bdi dir="auto" data-snippet="" className={styles['snippet']}>
      {markedPieces(snippet.text, snippet.ranges)}
    </bdi>
  );
}
