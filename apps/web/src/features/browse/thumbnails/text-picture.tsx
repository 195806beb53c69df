import type { NodeView, VersionId } from '@coffer/contracts';
import type { ReactNode } from 'react';
import { textBeginningQuery } from '../../../api/thumbnails/text-beginnings.ts';
import { useQuery } from '../../../api/calls/use-query.ts';
import type { FileKind } from '../kinds/file-kind.ts';
import styles from './text-picture.module.css';

export interface TextPictureProps {
  readonly node: Pick<NodeView, 'id' | 'sizeBytes'> & { readonly versionId: VersionId };
  readonly kind: FileKind;
  /** Shown until the text is loaded, and for files that are not text. */
  readonly fallback: ReactNode;
}

const LINES_MAX = 14;
const LINE_LENGTH_MAX = 80;

/** Decorative. The first lines of a text file. */
export function TextPicture({ node, kind, fallback }: TextPictureProps) {
  const { data } = useQuery(textBeginningQuery(node));
  const lines = data === undefined || data === null ? '' : firstLines(data);
  if (lines.trim() === '') return fallback;
  return (
    <span aria-hidden="true" className={styles['ground']} data-kind={kind}>
      {/* Drawn by CSS: as text, the lines would become part of the tile's label. */}
      <span className={styles['paper']} data-lines={lines} />
    </span>
  );
}

function firstLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/u, LINES_MAX);
  return lines.map((line) => line.slice(0, LINE_LENGTH_MAX)).join('\n');
}
