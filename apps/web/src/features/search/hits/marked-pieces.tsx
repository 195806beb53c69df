import type { SearchHit } from '@coffer/contracts';
import type { ReactNode } from 'react';

export function markedPieces(text: string, ranges: SearchHit['ranges']): readonly ReactNode[] {
  const pieces: ReactNode[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>);
    at = end;
  }
  return [...pieces, text.slice(at)];
}
