import { mayHaveThumbnail, type NodeId, type NodeView } from '@coffer/contracts';
import { Star, TriangleAlert } from 'lucide-react';
import type { Formats } from '../../lib/language/format.ts';
import type { Preferences } from '../../lib/preferences.ts';
import type { GridColumn } from '../../ui/grid/index.ts';
import { ColorDot } from '../../ui/marks/color-dot.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './browse.module.css';
import { factColumns } from './facts/fact-columns.tsx';
import { RowFact } from './facts/row-facts.tsx';
import { inOrder } from './column-order/in-order.ts';
import { fileKindOf, kindName } from './kinds/file-kind.ts';
import { KindMark } from './kinds/kind-mark.tsx';
import { NodeMark } from './thumbnails/node-mark.tsx';
import type { BrowseText } from './texts.ts';

export interface RowContext {
  readonly text: BrowseText;
  readonly formats: Formats;
  readonly today: Date;
  readonly stars: ReadonlySet<NodeId>;
}

/** Column ids are the sort columns of the API. */
export function columnsOf(
  words: RowContext,
  { hiddenColumns, columnOrder }: Pick<Preferences, 'hiddenColumns' | 'columnOrder'>,
): readonly GridColumn<NodeView>[] {
  return inOrder(allColumns(words), columnOrder).filter(({ id }) => !hiddenColumns.includes(id));
}

function allColumns(words: RowContext): readonly GridColumn<NodeView>[] {
  const { text, formats } = words;
  return [
    {
      id: 'name',
      label: text('browse.column.name'),
      width: 'minmax(0, 1fr)',
      isSortable: true,
      isRowHeader: true,
      render: (node, isPlain) => nameOf(words, node, isPlain),
    },
    {
      id: 'kind',
      label: text('browse.column.kind'),
      width: '9rem',
      isSortable: true,
      hideBelow: 1120,
      render: (node) => <span className={styles['quiet']}>{wordsOf(words, node).kind}</span>,
    },
    {
      id: 'size',
      label: text('browse.column.size'),
      width: '7rem',
      align: 'end',
      isSortable: true,
      firstDirection: 'descending',
      hideBelow: 560,
      render: (node, isPlain) => (
        <span className={styles['quiet']}>
          {node.sizeBytes === null
            ? !isPlain && <RowFact node={node} fact="size" />
            : wordsOf(words, node).size}
        </span>
      ),
    },
    {
      id: 'modified',
      label: text('browse.column.modified'),
      width: '11rem',
      isSortable: true,
      firstDirection: 'descending',
      hideBelow: 680,
      render: (node, isPlain) => (
        <time
          dateTime={node.modifiedAt}
          title={isPlain ? undefined : formats.dateTime(node.modifiedAt)}
          className={styles['quiet']}
        >
          {wordsOf(words, node).date}
        </time>
      ),
    },
    ...factColumns(text),
  ];
}

/** A function call instead of a component, because it runs for each new row of a scrolling list. */
function nameOf(words: RowContext, node: NodeView, isPlain: boolean) {
  const { text, stars } = words;
  const { date, size } = wordsOf(words, node);
  return (
    <span className={styles['nodeName']}>
      {isPlain ? <KindMark kind={fileKindOf(node)} /> : <NodeMark node={node} />}
      <span className={styles['words']}>
        {splitName(node)}
        {/* Replaces columns for which a narrow list has no room. Drawn by CSS, which needs no extra elements. */}
        <span aria-hidden="true" className={styles['facts']} data-date={date} data-size={size} />
      </span>
      {/* Next to the name, but not part of its link. */}
      {!isPlain && (node.kind === 'folder' || mayHaveThumbnail(node.mediaType ?? '')) && (
        <span aria-hidden="true" className={styles['items']}>
          <RowFact node={node} fact={node.kind === 'folder' ? 'items' : 'picture'} />
        </span>
      )}
      {stars.has(node.id) && (
        <span className={styles['star']}>
          <Icon of={Star} size={16} />
        </span>
      )}
      {node.isDamaged === true && (
        <span className={styles['damaged']}>
          <Icon of={TriangleAlert} size={16} />
          {text('browse.damaged')}
        </span>
      )}
      {!isPlain && node.tags !== undefined && (
        <span aria-hidden="true" title={namesOfTags(node)} className={styles['tags']}>
          {node.tags.map(({ id, name, color }) => (
            <span key={id}>
              <ColorDot color={color} />
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/**
 * Shortens a long name in the middle and keeps its extension. Screen readers get the whole name, because they would
 * read two elements as two words.
 */
export function splitName(node: NodeView) {
  const dot = node.kind === 'file' ? node.name.lastIndexOf('.') : -1;
  const extension = dot > 0 && node.name.length - dot <= 8 ? node.name.slice(dot) : '';
  const stem = extension === '' ? node.name : node.name.slice(0, -extension.length);
  return (
    <>
      <span className="visually-hidden">{node.name}</span>
      {/* WebKit keeps the direction of a bare `bdi` even if its contents change, as they do when rows are reused. */}
      <bdi dir="auto" aria-hidden="true" className={styles['nodeText']}>
        <span className={styles['stem']}>{stem}</span>
        <span className={styles['extension']}>{extension}</span>
      </bdi>
    </>
  );
}

export const namesOfTags = ({ tags = [] }: NodeView): string => tags.map(({ name }) => name).join(', ');

/** The accessible name of a row. */
export function rowLabelOf(words: RowContext, node: NodeView): string {
  const { text, formats, stars } = words;
  const { date, kind, size = formats.size(0) } = wordsOf(words, node);
  const row =
    node.kind === 'folder'
      ? text('browse.row.folder', { name: node.name, date })
      : text('browse.row.file', { name: node.name, kind, size, date });
  const starred = stars.has(node.id) ? text('browse.row.starred', { row }) : row;
  const known =
    node.tags === undefined ? starred : text('browse.row.tagged', { row: starred, tags: namesOfTags(node) });
  return node.isDamaged === true ? text('browse.row.damaged', { row: known }) : known;
}

interface RowWords {
  readonly date: string;
  readonly kind: string;
  readonly size: string | undefined;
}

const kept = new WeakMap<NodeView, RowWords & Pick<RowContext, 'formats' | 'text' | 'today'>>();

/** Formatted once for each row, and used by its cells and its label. */
export function wordsOf({ text, formats, today }: RowContext, node: NodeView): RowWords {
  const known = kept.get(node);
  if (known?.text === text && known.formats === formats && known.today === today) return known;
  const words = {
    text,
    formats,
    today,
    date: formats.friendlyDate(node.modifiedAt, today),
    kind: kindName(text, node),
    size: node.sizeBytes === null ? undefined : formats.size(node.sizeBytes),
  };
  kept.set(node, words);
  return words;
}
