import type { SearchHit } from '@coffer/contracts';
import styles from './hits.module.css';
import { markedPieces } from './marked-pieces.tsx';

/** The name with its matches marked, in the direction of its first letter. */
export function Highlighted({ name, ranges }: Pick<SearchHit, 'ranges'> & { readonly name: string }) {
  return (
    <bdi dir="auto" className={styles['highlighted']}>
      {markedPieces(name, ranges)}
    </bdi>
  );
}
