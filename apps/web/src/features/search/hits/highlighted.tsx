import type { SearchHit } from '@coffer/contracts';
import type { ReactNode } from 'react';
import styles from './hits.module.css';

/** The name with its matches marked. Takes the direction of its first letter. */
export function Highlighted({ name, ranges }: Pick<SearchHit, 'ranges'> & { readonly name: string }) {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    pieces.push(name.slice(at, start), <mark key={start}>{name.slice(start, end)}</mark>);
    at = end;
  }
  return (
    <bdi dir="auto" className={styles['highlighted']}>
      {pieces}
      {name.slice(at)}
    </bdi>
  );
}
